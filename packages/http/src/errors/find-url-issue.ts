import type { EgressPolicy, UrlRefusal } from '@waypost/egress'
import type { InputIssue } from './validation-error.ts'

const refusals: Record<UrlRefusal, string> = {
  invalid_url: 'must be a URL address',
  scheme: 'must be an http or https URL',
  credentials: 'must not carry credentials',
  port: 'must use port 80, 443 or one from 1024 on',
  blocked_address: 'must not point to a private or reserved address',
}

/**
 * The error of a URL that could never be reached. The addresses of a host name are checked at every connection
 * instead.
 */
export function findUrlIssue(egress: EgressPolicy, property: string, url: string): InputIssue | undefined {
  const refusal = egress.checkUrl(url)
  if (!refusal) return undefined
  const receivedValue = refusal === 'credentials' ? '[redacted]' : url
  return { property, rule: 'isUrl', message: `${property} ${refusals[refusal]}`, receivedValue }
}
