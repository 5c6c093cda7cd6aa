import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { AutomationForm, type AutomationInput } from './automation-form.tsx'
import { automationQuery } from './automation-queries.ts'

export function EditAutomationPage() {
  const { id } = useParams({ from: '/app/automations/$id/edit' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const found = useQuery({ ...automationQuery(id), refetchOnWindowFocus: false, staleTime: Infinity })
  const update = useMutation({
    mutationFn: ({ body, version }: { body: AutomationInput; version: number }) =>
      // `If-Match` prevents overwriting a change or a heal that happened since the page was loaded.
      automation.automations.update(id, body, { ifVersion: version }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/automations/$id', params: { id }, ignoreBlocker: true })
    },
  })
  if (found.error) return <ErrorNote error={found.error} />
  if (!found.data) return <Loading />
  const { name, version } = found.data
  const initial = toInput(found.data)
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        lead="Saving creates a new version. You can restore any earlier version."
      />
      <AutomationForm
        key={version}
        initial={initial}
        source={found.data}
        submit="Save"
        onSubmit={(body) => update.mutate({ body, version })}
        isBusy={update.isPending}
        error={update.error}
      />
      <ConflictDialog
        what="automation"
        error={update.error}
        begun={initial}
        load={() => automation.automations.get(id)}
        toInput={toInput}
        onOverwrite={(stored) =>
          update.variables && update.mutate({ body: update.variables.body, version: stored.version })
        }
        onReload={(stored) => {
          update.reset()
          client.setQueryData(automationQuery(id).queryKey, stored)
        }}
        onClose={update.reset}
      />
    </>
  )
}

const toInput = (stored: AutomationApi.Automation): AutomationInput => ({
  name: stored.name,
  description: stored.description,
  actions: stored.actions,
  variables: stored.variables,
  phrases: stored.phrases ?? [],
  screenshots: stored.screenshots,
  browser: stored.browser ?? null,
  login: stored.login ?? null,
  trace: stored.trace ?? 'failures',
})
