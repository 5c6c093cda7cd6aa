import type { AutomationApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { AutomationName } from '../automations/automation-name.tsx'
import { automation } from '../client/automation.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { EditPipelineButton } from './edit-pipeline-button.tsx'
import { describeSettings } from './member-settings.ts'
import { loadPipelineRuns, pipelineQuery } from './pipeline-queries.ts'
import { RunPipelineButton } from './run-pipeline-button.tsx'
import '../automations/automations.css'

const columns: Column<AutomationApi.PipelineRun>[] = [
  {
    label: 'Requested',
    cell: ({ id, createdAt }) => (
      <Link className="row-strong" to="/pipeline-runs/$id" params={{ id }}>
        <Time at={createdAt} />
      </Link>
    ),
  },
  { label: 'Outcome', cell: ({ status }) => <StatusPill status={status} /> },
  {
    label: 'Completed',
    cell: ({ members }) =>
      `${members.filter(({ status }) => status === 'completed').length} of ${members.length}`,
  },
]

export function PipelinePage() {
  const { id } = useParams({ from: '/app/pipelines/$id' })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data: pipeline, error } = useQuery(pipelineQuery(id))
  const remove = async () => {
    await automation.pipelines.delete(id)
    await navigate({ to: '/pipelines' })
    await client.invalidateQueries({ queryKey: ['pipelines'] })
  }
  if (error) return <ErrorNote error={error} />
  if (!pipeline) return <Loading />
  return (
    <div className="stack">
      <PageHeader
        title={pipeline.name}
        lead={[
          pipeline.continueOnFailure ? 'Continues if an automation fails' : 'Stops if an automation fails',
          pipeline.chainSession ? 'the session is passed on.' : 'each automation starts with a new session.',
        ].join('; ')}
        actions={
          <>
            <EditPipelineButton pipeline={pipeline} />
            <ConfirmButton
              label="Delete"
              tone="danger"
              title={`Delete ${pipeline.name}?`}
              confirm="Delete pipeline"
              onConfirm={remove}
            >
              This deletes its runs. Its automations are kept.
            </ConfirmButton>
            <RunPipelineButton pipeline={pipeline} tone="primary" />
          </>
        }
      />
      <section className="card">
        <h2>Automations</h2>
        <ol className="steps">
          {pipeline.automationIds.map((automationId) => (
            <li key={automationId}>
              <Link to="/automations/$id" params={{ id: automationId }}>
                <AutomationName id={automationId} />
              </Link>
              {pipeline.members
                .filter((each) => each.automationId === automationId)
                .flatMap(describeSettings)
                .map((text) => (
                  <p key={text} className="small quiet breakable">
                    {text}
                  </p>
                ))}
            </li>
          ))}
        </ol>
      </section>
      <section className="stack-tight">
        <h2>Runs</h2>
        <PagedTable
          caption="Runs of the pipeline"
          queryKey={['pipeline-runs', 'list', id]}
          load={(query) => loadPipelineRuns(id, query)}
          columns={columns}
          rowKey={(run) => run.id}
          refetchInterval={5_000}
          empty={
            <EmptyState title="No runs">
              When you run the pipeline, each automation starts after the previous one has ended.
            </EmptyState>
          }
        />
      </section>
    </div>
  )
}
