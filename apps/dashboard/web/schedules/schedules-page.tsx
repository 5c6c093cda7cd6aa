import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { CreateScheduleButton } from './create-schedule-button.tsx'
import { describeRule } from './describe-rule.ts'
import { PauseScheduleButton } from './pause-schedule-button.tsx'
import { loadSchedules } from './schedule-queries.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import { TargetLink } from './target-link.tsx'

const columns: Column<AutomationApi.Schedule>[] = [
  {
    label: 'Name',
    cell: ({ id, name }) => (
      <Link className="row-strong" to="/schedules/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { label: 'Runs', cell: ({ target }) => <TargetLink target={target} /> },
  { label: 'When', cell: describeRule },
  { label: 'Next', cell: ({ nextRuns }) => <Time at={nextRuns[0]} /> },
  { label: 'Last', cell: (schedule) => <ScheduleStatus schedule={schedule} /> },
  { label: '', cell: (schedule) => <PauseScheduleButton schedule={schedule} /> },
]

export function SchedulesPage() {
  return (
    <>
      <PageHeader
        title="Schedules"
        lead="Automations and pipelines that start by the clock."
        actions={<CreateScheduleButton />}
      />
      <PagedTable
        caption="Schedules"
        queryKey={['schedules', 'list']}
        load={loadSchedules}
        columns={columns}
        rowKey={({ id }) => id}
        refetchInterval={15_000}
        empty={
          <EmptyState title="No schedules yet" action={<CreateScheduleButton />}>
            Create a schedule to run an automation every morning, for example.
          </EmptyState>
        }
      />
    </>
  )
}
