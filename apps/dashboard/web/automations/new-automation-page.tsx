import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { automation } from '../client/automation.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { findTemplate } from '../templates/automation-templates.ts'
import { AutomationForm, type AutomationInput } from './automation-form.tsx'

const blank: AutomationInput = {
  name: '',
  description: null,
  actions: [{ name: 'Open the page', type: 'navigate', url: '' }],
  variables: {},
  phrases: [],
  screenshots: 'key',
  browser: null,
  login: null,
  trace: 'failures',
}

export function NewAutomationPage() {
  const { template } = useSearch({ from: '/app/automations/new' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: AutomationInput) => automation.automations.create(body),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['automations'] })
      await navigate({ to: '/automations/$id', params: { id }, ignoreBlocker: true })
    },
  })
  return (
    <>
      <PageHeader title="New automation" lead="Describe what a person would do, one step at a time." />
      <AutomationForm
        key={template}
        initial={findTemplate(template)?.input ?? blank}
        submit="Create"
        onSubmit={create.mutate}
        isBusy={create.isPending}
        error={create.error}
      />
    </>
  )
}
