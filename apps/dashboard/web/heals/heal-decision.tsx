import type { AutomationApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Pill } from '../controls/pill.tsx'

interface Props {
  automationId: string
  heal: AutomationApi.Heal
}

/** A heal in pictures and in words, with the buttons that accept and refuse it. */
export function HealDecision({ automationId, heal }: Props) {
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: ({ id, isAccepted }: { id: string; isAccepted: boolean }) =>
      isAccepted
        ? automation.automations.acceptHeal(automationId, id)
        : automation.automations.refuseHeal(automationId, id),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['automations', automationId] }),
        client.invalidateQueries({ queryKey: ['heals'] }),
      ]),
  })
  return (
    <div className="stack-tight">
      {heal.lostName !== heal.foundName && (
        <p className="small">
          {heal.lostName ? `Called “${heal.lostName}” before` : 'Without a name before'}, and{' '}
          {heal.foundName ? `“${heal.foundName}” now` : 'without one now'}.
        </p>
      )}
      <Pictures automationId={automationId} heal={heal} />
      {heal.evidence.length > 0 && (
        <p className="small">The two have in common: {heal.evidence.join(', ')}.</p>
      )}
      <ErrorNote error={decide.error} />
      <div className="row">
        {heal.decision === 'accepted' && <Pill tone="good">accepted</Pill>}
        {heal.decision === 'refused' && <Pill tone="bad">refused</Pill>}
        {heal.decision !== 'accepted' && (
          <Button isBusy={decide.isPending} onClick={() => decide.mutate({ id: heal.id, isAccepted: true })}>
            Accept
          </Button>
        )}
        {heal.decision !== 'refused' && (
          <ConfirmButton
            label="Refuse"
            title="Is this not the element?"
            confirm="Refuse"
            onConfirm={() => decide.mutateAsync({ id: heal.id, isAccepted: false })}
          >
            No later run takes {heal.foundName ? `“${heal.foundName}”` : 'this element'} for the one of “
            {heal.actionName}”.{' '}
            {isRename(heal)
              ? 'The step keeps its selectors, and fails where they find nothing else.'
              : 'The step gets its old selectors back, and fails where they find nothing.'}
          </ConfirmButton>
        )}
      </div>
    </div>
  )
}

/** Whether the step's own selectors find the element, under another name. */
const isRename = ({ oldSelectors, newSelectors }: AutomationApi.Heal) =>
  JSON.stringify(oldSelectors) === JSON.stringify(newSelectors)

function Pictures({ automationId, heal }: { automationId: string; heal: AutomationApi.Heal }) {
  const shown = (['before', 'now'] as const).filter((moment) => heal.pictures[moment])
  if (shown.length === 0) return null
  return (
    <div className="heal">
      {shown.map((moment) => (
        <figure key={moment} className="heal-picture">
          <img
            src={`/automation/api/v1/automations/${automationId}/heals/${heal.id}/pictures/${moment}`}
            alt={
              moment === 'before'
                ? `The element of “${heal.actionName}” when the step last succeeded`
                : `The element that was found for “${heal.actionName}”`
            }
            loading="lazy"
          />
          <figcaption className="small quiet">{moment === 'before' ? 'Before' : 'Now'}</figcaption>
        </figure>
      ))}
    </div>
  )
}
