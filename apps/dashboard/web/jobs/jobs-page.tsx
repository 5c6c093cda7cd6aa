import type { AutomationApi } from '@waypost/sdk'
import { Link } from '@tanstack/react-router'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { EnqueueButton } from './enqueue-button.tsx'
import { JobSecretButton } from './job-secret-button.tsx'
import { JobTarget } from './job-target.tsx'
import { loadJobs } from './load-jobs.ts'

const columns: Column<AutomationApi.Job>[] = [
  {
    label: 'Queued',
    cell: ({ jobId, createdAt }) => (
      <Link className="row-strong" to="/jobs/$id" params={{ id: jobId }}>
        <Time at={createdAt} />
      </Link>
    ),
  },
  { label: 'Target', cell: (job) => <JobTarget job={job} /> },
  { label: 'State', cell: ({ status }) => <StatusPill status={status} /> },
  { label: 'Completed', cell: ({ completedAt }) => <Time at={completedAt} fallback="not yet" /> },
]

export function JobsPage() {
  return (
    <>
      <PageHeader
        title="Jobs"
        lead="Runs that wait in a queue instead of being refused, and report their outcome to your webhook URL."
        actions={
          <>
            <JobSecretButton />
            <EnqueueButton />
          </>
        }
      />
      <PagedTable
        caption="Jobs"
        queryKey={['jobs', 'list']}
        load={loadJobs}
        columns={columns}
        rowKey={({ jobId }) => jobId}
        refetchInterval={5_000}
        limit={10}
        empty={
          <EmptyState title="No jobs yet" action={<EnqueueButton />}>
            Queue a run here or from your program. There is no limit to how many you queue.
          </EmptyState>
        }
      />
    </>
  )
}
