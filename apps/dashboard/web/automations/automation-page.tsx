import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { ButtonLink } from '../controls/button-link.tsx'
import { buttonClass } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { hasEnded, lastRunQuery } from '../executions/execution-queries.ts'
import { ExecutionsTable } from '../executions/executions-table.tsx'
import { Loading } from '../lists/loading.tsx'
import { MoreActions } from '../menus/more-actions.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { automationQuery } from './automation-queries.ts'
import { RunButton } from './run-button.tsx'
import { RunWithSessionButton } from './run-with-session-button.tsx'
import { StepsList } from './steps-list.tsx'
import { ValidationCard } from './validation-card.tsx'
import { VersionsTable } from './versions-table.tsx'

export function AutomationPage() {
  const { id } = useParams({ from: '/app/automations/$id' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error } = useQuery({
    ...automationQuery(id),
    refetchInterval: ({ state }) => (state.data?.validation?.status === 'running' ? 1_000 : false),
  })
  const { data: lastRun } = useQuery(lastRunQuery(id))
  const remove = useMutation({
    mutationFn: () => automation.automations.delete(id),
    onSuccess: async () => {
      await navigate({ to: '/automations' })
      await client.invalidateQueries({ queryKey: ['automations'] })
    },
  })
  const isRunning = lastRun != null && !hasEnded(lastRun)
  if (error) return <ErrorNote error={error} />
  if (!data) return <Loading />
  const actions = (
    <>
      <ButtonLink to="/automations/$id/edit" params={{ id }}>
        Edit
      </ButtonLink>
      {!data.isDraft && <RunButton automation={data} tone="primary" lastRun={lastRun} />}
      <MoreActions>
        {!data.isDraft && !isRunning && <RunWithSessionButton automation={data} />}
        <a
          className={buttonClass.usual}
          href={`/automation/api/v1/automations/${id}/export`}
          download={`${data.name}.json`}
        >
          Export
        </a>
        <ConfirmButton
          label="Delete"
          title={`Delete ${data.name}?`}
          confirm="Delete automation"
          tone="danger"
          onConfirm={() => remove.mutateAsync()}
        >
          This also deletes its runs, their screenshots and its versions. An active run is stopped.
        </ConfirmButton>
      </MoreActions>
    </>
  )
  return (
    <div className="stack">
      <PageHeader title={data.name} lead={data.description ?? undefined} actions={actions} />
      {data.isDraft && <ValidationCard automation={data} />}
      <section className="card">
        <h2>Steps</h2>
        <StepsList actions={data.actions} />
      </section>
      <section className="stack-tight">
        <h2>Runs</h2>
        <ExecutionsTable automationId={id} limit={10} />
      </section>
      {!data.isDraft && <ValidationCard automation={data} />}
      <section className="stack-tight">
        <h2>Versions</h2>
        <VersionsTable automation={data} />
      </section>
    </div>
  )
}
