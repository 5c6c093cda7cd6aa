import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { AutomationForm, type AutomationInput } from './automation-form.tsx'

const blank: AutomationInput = {
  name: '',
  description: null,
  actions: [{ name: 'Open the page', type: 'navigate', url: '' }],
  variables: {},
  screenshots: 'key',
  browser: null,
  login: null,
  trace: 'failures',
}

export function NewAutomationPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: AutomationInput) => automation.automations.create(body),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/automations/$id', params: { id } })
    },
  })
  return (
    <>
      <PageHeader title="New automation" lead="Describe what a person would do, one step at a time." />
      <AutomationForm
        initial={blank}
        submit="Create"
        onSubmit={create.mutate}
        isBusy={create.isPending}
        error={create.error}
      />
    </>
  )
}
