import type { AutomationApi } from '@waypost/sdk'

type Named = Pick<AutomationApi.Session, 'site' | 'createdAt'>

/** What tells a session apart in a select field: its site, the name of the automation that saved it, and when. */
export const describeSession = ({ site, createdAt }: Named, automationName: string | undefined): string =>
  [site, automationName, new Date(createdAt).toLocaleString('en')].filter(Boolean).join(' · ')
