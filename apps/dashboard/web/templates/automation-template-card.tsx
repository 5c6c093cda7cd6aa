import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import type { AutomationTemplate } from './automation-templates.ts'

/** A template that can be run as it is, and opened to be changed. */
export function AutomationTemplateCard({
  template: { id, title, text, input },
}: {
  template: AutomationTemplate
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Kept where it could not be run: another try makes no second one.
  const created = useRef<string>(undefined)
  const run = useMutation({
    mutationFn: async () => {
      created.current ??= (await automation.automations.create(input)).id
      await client.invalidateQueries({ queryKey: ['automations'] })
      return automation.automations.trigger(created.current, {})
    },
    onSuccess: ({ executionId, startsAt }) =>
      navigate({ to: '/runs/$id', params: { id: executionId }, search: { startsAt } }),
  })
  return (
    <li className="card stack-tight">
      <h3>{title}</h3>
      <p className="quiet">{text}</p>
      <ErrorNote error={run.error} />
      <div className="row">
        <Button
          tone="primary"
          aria-label={`Create and run: ${title}`}
          isBusy={run.isPending}
          onClick={() => run.mutate()}
        >
          Create and run
        </Button>
        <ButtonLink to="/automations/new" search={{ template: id }} aria-label={`Change first: ${title}`}>
          Change first
        </ButtonLink>
      </div>
    </li>
  )
}
