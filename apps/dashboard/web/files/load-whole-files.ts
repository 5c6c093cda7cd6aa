import type { AutomationApi } from '@waypost/sdk'
import { automation } from '../client/automation.ts'
import type { Page } from '../client/page.ts'
import { writeBase64 } from './write-base64.ts'

/** The files of the account with their contents, for its export. */
export async function loadWholeFiles(): Promise<Page<AutomationApi.AccountFile & { contentBase64: string }>> {
  const items = []
  for (const file of await automation.files.list())
    items.push({ ...file, contentBase64: await writeBase64(await automation.files.get(file.name)) })
  return { items, total: items.length, next: null }
}
