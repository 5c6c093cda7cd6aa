import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { describeRule } from './describe-rule.ts'
import { EditScheduleButton } from './edit-schedule-button.tsx'
import { NextRuns } from './next-runs.tsx'
import { PauseScheduleButton } from './pause-schedule-button.tsx'
import { scheduleQuery } from './schedule-queries.ts'
import { ScheduleRuns } from './schedule-runs.tsx'
import { ScheduleStatus } from './schedule-status.tsx'
import { TargetLink } from './target-link.tsx'

export function SchedulePage() {
  const { id } = useParams({ from: '/app/schedules/$id' })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: schedule, error } = useQuery(scheduleQuery(id))
  const remove = async () => {
    await automation.schedules.delete(id)
    await navigate({ to: '/schedules' })
    await client.invalidateQueries({ queryKey: ['schedules'] })
  }
  if (error) return <ErrorNote error={error} />
  if (!schedule) return <Loading />
  const { name, target, failingSince, lastError } = schedule
  return (
    <div className="stack">
      <PageHeader
        title={name}
        lead={describeRule(schedule)}
        actions={
          <>
            <EditScheduleButton schedule={schedule} />
            <PauseScheduleButton schedule={schedule} />
            <ConfirmButton
              label="Delete"
              tone="danger"
              title={`Delete ${name}?`}
              confirm="Delete schedule"
              onConfirm={remove}
            >
              Nothing starts by it any more. Its runs are kept.
            </ConfirmButton>
          </>
        }
      />
      <p className="row">
        Runs <TargetLink target={target} /> <ScheduleStatus schedule={schedule} />
      </p>
      {failingSince && (
        <p>
          Failing since <Time at={failingSince} />
          {lastError && `: ${lastError}`}
        </p>
      )}
      <NextRuns schedule={schedule} />
      <ScheduleRuns id={id} />
    </div>
  )
}
