import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { loadPage, type PageQuery } from '../client/page.ts'
import { CodeBlock } from '../controls/code-block.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import type { Delivery } from '../webhooks/webhook-service.ts'
import { JobTarget } from './job-target.tsx'
import { loadJob } from './load-jobs.ts'

export function JobPage() {
  const { id } = useParams({ from: '/app/jobs/$id' })
  const { data: job, error } = useQuery({
    queryKey: ['jobs', id],
    queryFn: () => loadJob(id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_500 : false),
  })
  const loadDeliveries = (query: PageQuery) => loadPage<Delivery>(automation.jobs.deliveries(id, query))
  if (error) return <ErrorNote error={error} />
  if (!job) return <Loading />
  return (
    <div className="stack">
      <PageHeader
        title="Job"
        lead={
          <span className="row">
            <span role="status">
              <StatusPill status={job.status} />
            </span>
            <span>
              Runs <JobTarget job={job} />, queued <Time at={job.createdAt} />
            </span>
            {job.executionId !== null && (
              <Link to="/runs/$id" params={{ id: job.executionId }}>
                Watch the run
              </Link>
            )}
            {job.pipelineRunId !== null && (
              <Link to="/pipeline-runs/$id" params={{ id: job.pipelineRunId }}>
                Watch the run
              </Link>
            )}
          </span>
        }
      />
      {job.error !== null && <ErrorNote error={new Error(job.error)} />}
      {job.result !== null && (
        <section className="stack-tight">
          <h2>Result</h2>
          <CodeBlock text={JSON.stringify(job.result, null, 2)} what="the result" />
        </section>
      )}
      <section className="stack-tight">
        <h2>Deliveries</h2>
        <PagedTable
          caption="Deliveries of the job’s events"
          queryKey={['jobs', id, 'deliveries']}
          load={loadDeliveries}
          rowKey={(delivery) => delivery.id}
          refetchInterval={3_000}
          columns={[
            { label: 'Event', cell: ({ event }) => event },
            { label: 'State', cell: ({ status }) => <StatusPill status={status} /> },
            { label: 'Attempts', cell: ({ attempts }) => attempts.length },
            { label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
          ]}
          empty={
            <EmptyState title="No deliveries">
              The job has no webhook URL, and no webhook subscribes to its events.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}
