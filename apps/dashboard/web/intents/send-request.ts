import type { QueryClient } from '@tanstack/react-query'
import { automationAccountQuery } from '../accounts/automation-account-query.ts'
import { automation } from '../client/automation.ts'

/** Sends a request in plain language, in the time zone of the account, or where none is chosen in that of the browser. */
export async function sendRequest(client: QueryClient, text: string) {
  const account = await client.fetchQuery(automationAccountQuery)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return automation.intents.create({ text, ...(account.timeZone === null && { timeZone }) })
}
