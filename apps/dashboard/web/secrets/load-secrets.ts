import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import type { Page } from '../client/page.ts'

/** All secrets of the account; the service has no more than one page of them. */
export async function loadSecrets(): Promise<Page<AutomationApi.Secret>> {
  const items = await automation.secrets.list()
  return { items, total: items.length, next: null }
}
