import type { AutomationApi } from '@waypost/sdk'

type Named = Pick<AutomationApi.Session, 'site' | 'automationId' | 'createdAt'>

/** What tells a session apart in a select field: its site, the automation that saved it, and when. */
export function describeSession(
  { site, automationId, createdAt }: Named,
  automations: { id: string; name: string }[] | undefined,
): string {
  const name = automations?.find(({ id }) => id === automationId)?.name
  return [site, name, new Date(createdAt).toLocaleString('en')].filter(Boolean).join(' · ')
}
