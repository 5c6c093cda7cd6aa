import { useQuery } from '@tanstack/react-query'
import { automation } from '../client/automation.ts'
import { HealDecision } from '../heals/heal-decision.tsx'

interface Props {
  automationId: string
  actionName: string
  newSelector: string
}

/** What was lost and what was found, and the decision of a person about it. */
export function HealReview({ automationId, actionName, newSelector }: Props) {
  const heals = useQuery({
    queryKey: ['automations', automationId, 'heals'],
    queryFn: () => automation.automations.heals(automationId),
    retry: false,
  })
  const heal = heals.data?.find(
    (each) => each.actionName === actionName && writeSelector(each.newSelectors[0]) === newSelector,
  )
  return heal ? <HealDecision automationId={automationId} heal={heal} /> : null
}

const writeSelector = (selector: string | string[] | undefined) => [selector ?? ''].flat().join(' >> ')
