import type { Keyring } from '../keyring.ts'
import type { WebhookRow } from '../tables.ts'
import type { WebhookHeaders } from './webhook-headers.ts'

/** The context of a webhook's sealed headers: they open for that webhook only, and not as its secret. */
export function webhookHeadersContext(webhookId: string): string {
  return `webhook-headers:${webhookId}`
}

type HeaderColumns = Pick<WebhookRow, 'headerNames' | 'sealedHeaders'>

/** The columns that store headers; null where there are none. */
export function sealHeaders(keyring: Keyring, webhookId: string, headers: WebhookHeaders): HeaderColumns {
  const headerNames = Object.keys(headers).toSorted()
  if (headerNames.length === 0) return { headerNames: null, sealedHeaders: null }
  return {
    headerNames,
    sealedHeaders: keyring.seal(JSON.stringify(headers), webhookHeadersContext(webhookId)),
  }
}

/** @throws the errors of `Keyring.open` */
export function openHeaders(
  keyring: Pick<Keyring, 'open'>,
  webhookId: string,
  sealed: string | null,
): WebhookHeaders | undefined {
  if (sealed === null) return undefined
  return JSON.parse(keyring.open(sealed, webhookHeadersContext(webhookId))) as WebhookHeaders
}
