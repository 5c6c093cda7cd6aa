import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { DataTable, type Column } from '../lists/data-table.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { pipelineQuery, pipelineRunQuery } from './pipeline-queries.ts'

type Member = AutomationApi.PipelineRun['members'][number]

export function PipelineRunPage() {
  const { id } = useParams({ from: '/app/pipeline-runs/$id' })
  const { data: run, error } = useQuery(pipelineRunQuery(id))
  const pipelineId = run?.pipelineId ?? ''
  const { data: pipeline } = useQuery({ ...pipelineQuery(pipelineId), enabled: run !== undefined })
  const stop = useMutation({
    mutationFn: () => automation.pipelines.stop(pipelineId),
  })
  if (error) return <ErrorNote error={error} />
  if (!run) return <Loading />
  const columns: Column<Member>[] = [
    {
      label: 'Automation',
      cell: ({ automationId }) => <AutomationName id={automationId} />,
    },
    {
      label: 'Outcome',
      cell: ({ status, rows }) => (
        <span className="row">
          <StatusPill status={status} />
          {rows && `${rows.done} of ${rows.total} rows`}
        </span>
      ),
    },
    { label: 'Started', cell: ({ startedAt }) => <Time at={startedAt} fallback="not yet" /> },
    { label: 'Error', cell: ({ error: reason }) => reason ?? '–' },
    {
      label: '',
      cell: ({ executionId }) =>
        executionId !== null && (
          <Link to="/runs/$id" params={{ id: executionId }}>
            View run
          </Link>
        ),
    },
  ]
  return (
    <div className="stack">
      <PageHeader
        title={`Run of ${pipeline?.name ?? 'a pipeline'}`}
        lead={
          <span className="row">
            <span role="status">
              <StatusPill status={run.status} />
            </span>
            <span>
              Asked for <Time at={run.createdAt} />
            </span>
            <Link to="/pipelines/$id" params={{ id: run.pipelineId }}>
              View pipeline
            </Link>
          </span>
        }
        actions={
          run.completedAt === null && (
            <Button tone="danger" isBusy={stop.isPending || stop.isSuccess} onClick={() => stop.mutate()}>
              {stop.isSuccess ? 'Stopping …' : 'Stop'}
            </Button>
          )
        }
      />
      <ErrorNote error={stop.error} />
      {run.error !== null && <ErrorNote error={new Error(run.error)} />}
      <DataTable
        caption="Automations of the run"
        columns={columns}
        rows={run.members}
        rowKey={({ automationId }) => automationId}
      />
      {Object.keys(run.extractedData).length > 0 && (
        <section className="stack-tight">
          <h2>Extracted data</h2>
          {Object.entries(run.extractedData).map(([automationId, data]) => (
            <div key={automationId} className="stack-tight">
              <h3>
                <AutomationName id={automationId} />
              </h3>
              <CodeBlock text={JSON.stringify(data, null, 2)} what="the extracted data" />
            </div>
          ))}
        </section>
      )}
    </div>
  )
}
