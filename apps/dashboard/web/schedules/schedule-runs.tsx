import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { Time } from '../times/time.tsx'
import { loadScheduleRuns } from './schedule-queries.ts'

const columns: Column<AutomationApi.ScheduleRun>[] = [
  { label: 'Time', cell: ({ scheduledAt }) => <Time at={scheduledAt} /> },
  { label: 'Outcome', cell: ({ status }) => <StatusPill status={status} /> },
  { label: 'Reason', cell: ({ error }) => error },
  { label: '', cell: (run) => <RunLink run={run} /> },
]

/** The times of a schedule that have come, latest first. */
export function ScheduleRuns({ id }: { id: string }) {
  return (
    <section className="stack-tight">
      <h2>Last runs</h2>
      <PagedTable
        caption="Runs of the schedule"
        queryKey={['schedules', 'runs', id]}
        load={(query) => loadScheduleRuns(id, query)}
        columns={columns}
        rowKey={(run) => run.id}
        refetchInterval={5_000}
        empty={<EmptyState title="No runs yet">Each time is listed here once it has come.</EmptyState>}
      />
    </section>
  )
}

function RunLink({ run: { executionId, pipelineRunId, jobId } }: { run: AutomationApi.ScheduleRun }) {
  if (executionId)
    return (
      <Link to="/runs/$id" params={{ id: executionId }}>
        Open run
      </Link>
    )
  if (pipelineRunId)
    return (
      <Link to="/pipeline-runs/$id" params={{ id: pipelineRunId }}>
        Open run
      </Link>
    )
  if (jobId)
    return (
      <Link to="/jobs/$id" params={{ id: jobId }}>
        Open job
      </Link>
    )
  return null
}
