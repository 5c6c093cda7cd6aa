import type { AutomationApi } from '@waypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { HealDecision } from '../heals/heal-decision.tsx'

interface Props {
  automationId: string
  executionId: string
  /** What the run has reported of it. */
  event: AutomationApi.Execution['selfHealEvents'][number]
}

/** What was lost and what was found, and the decision of a person about it. */
export function HealReview({ automationId, executionId, event }: Props) {
  const heals = useQuery({
    queryKey: ['automations', automationId, 'heals', executionId],
    queryFn: () => automation.automations.heals(automationId),
    retry: false,
  })
  const alike = heals.data?.filter(
    ({ actionName, newSelectors }) =>
      actionName === event.actionName && writeSelector(newSelectors[0]) === event.newSelector,
  )
  // Several names of an element that the step's own selectors find have those selectors.
  const heal =
    alike?.find((each) => each.executionId === executionId) ??
    alike?.find(({ message }) => message === event.message) ??
    (event.oldSelector === event.newSelector ? undefined : alike?.[0])
  return heal ? <HealDecision automationId={automationId} heal={heal} /> : null
}

const writeSelector = (selector: string | string[] | undefined) => [selector ?? ''].flat().join(' >> ')
