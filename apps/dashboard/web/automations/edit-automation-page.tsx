import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
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
    mutationFn: (body: AutomationInput) =>
      // `If-Match` prevents overwriting a change or a heal that happened since the page was loaded.
      automation.automations.update(id, body, { ifVersion: found.data!.version }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/automations/$id', params: { id } })
    },
  })
  if (found.error) return <ErrorNote error={found.error} />
  if (!found.data) return <Loading />
  const { name, description, actions, variables, screenshots, browser = null, version } = found.data
  const { login = null, trace = 'failures' } = found.data
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        lead="Saving creates a new version. You can restore any earlier version."
      />
      <AutomationForm
        key={version}
        initial={{ name, description, actions, variables, screenshots, browser, login, trace }}
        source={found.data}
        submit="Save"
        onSubmit={update.mutate}
        isBusy={update.isPending}
        error={update.error}
      />
    </>
  )
}
