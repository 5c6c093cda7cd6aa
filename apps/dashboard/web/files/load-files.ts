import { queryOptions } from '@tanstack/react-query'
import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import type { Page } from '../client/page.ts'

/** All files of the account; the service has no more than one page of them. */
export async function loadFiles(): Promise<Page<AutomationApi.AccountFile>> {
  const items = await automation.files.list()
  return { items, total: items.length, next: null }
}

export const fileChoices = queryOptions({
  queryKey: ['files', 'choices'],
  queryFn: () => automation.files.list(),
})
