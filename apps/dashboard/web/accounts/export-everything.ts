import { RateLimitError } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { accounts } from '../client/accounts.ts'
import type { Page, PageQuery } from '../client/page.ts'
import { exportParts, type ExportPart } from './export-parts.ts'

const pauseMs = 5_000

/**
 * Exports everything that the public APIs have of an account as one JSON document. The document is never held as one
 * value, because it may be very large.
 *
 * @param onProgress called with what is being read and how many records were read so far
 */
export async function exportEverything(onProgress: (words: string) => void): Promise<Blob> {
  onProgress('account')
  const parts: string[] = [`{"account":${JSON.stringify(await accounts.exportAccount())}`]
  const add = (key: string, value: unknown) => parts.push(`,\n"${key}":${JSON.stringify(value)}`)
  add('plan', await alias.account())
  add('analytics', await alias.analytics())
  add('domains', await alias.domains.list())
  for (const part of exportParts) {
    parts.push(`,\n"${part.key}":[`)
    let count = 0
    for await (const items of readPages(part)) {
      for (const item of items) parts.push(`${count++ === 0 ? '' : ','}\n${JSON.stringify(item)}`)
      onProgress(`${part.label}: ${count.toLocaleString('en')}`)
    }
    parts.push(']')
  }
  return new Blob([...parts, '}\n'], { type: 'application/json' })
}

async function* readPages({ load }: ExportPart): AsyncGenerator<unknown[]> {
  let query: PageQuery | null = { limit: 100 }
  while (query) {
    const page: Page<unknown> = await loadPatiently(load, query)
    yield page.items
    query = page.next
  }
}

/** Waits and continues when a large export reaches the service's rate limit. */
async function loadPatiently(load: ExportPart['load'], query: PageQuery): Promise<Page<unknown>> {
  for (;;) {
    try {
      return await load(query)
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
  }
}
