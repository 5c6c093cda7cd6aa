import { ValidationError } from '@waypost/http'
import type { Keyring } from '../keyring.ts'
import type { WebhookRow } from '../tables.ts'
import { openHeaders, sealHeaders } from './seal-headers.ts'
import { findExcess, type WebhookHeaders } from './webhook-headers.ts'

/**
 * The columns after a change of a webhook's headers.
 *
 * A webhook that moves to another origin takes no value along that the change does not give again: whoever may change a
 * webhook could otherwise read its credentials, which no response has, at a server of their own.
 *
 * @param change name → value, null to remove it; null removes all
 *
 * @param url the webhook's URL after the change
 */
export function changeHeaders(
  keyring: Keyring,
  current: Pick<WebhookRow, 'id' | 'url' | 'headerNames' | 'sealedHeaders'>,
  change: Record<string, string | null> | null | undefined,
  url: string,
): Partial<Pick<WebhookRow, 'headerNames' | 'sealedHeaders'>> {
  if (change === null) return { headerNames: null, sealedHeaders: null }
  if (originOf(url) !== originOf(current.url)) {
    const kept = (current.headerNames ?? []).find((name) => change?.[name] === undefined)
    if (kept !== undefined) throw invalid(`must give ${kept} again, or null, for another origin`)
  }
  if (change === undefined) return {}
  const merged: Record<string, string | null> = {
    ...openHeaders(keyring, current.id, current.sealedHeaders),
    ...change,
  }
  const headers = Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== null),
  ) satisfies WebhookHeaders
  const problem = findExcess(headers)
  if (problem) throw invalid(problem)
  return sealHeaders(keyring, current.id, headers)
}

const originOf = (url: string): string | undefined => URL.parse(url)?.origin

const invalid = (says: string) =>
  new ValidationError([
    { property: 'headers', rule: 'isHeaders', message: `headers ${says}`, receivedValue: '[redacted]' },
  ])
