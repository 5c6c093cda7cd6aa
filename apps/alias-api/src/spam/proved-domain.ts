import { parse } from 'tldts'
import type { Authentication } from '../authenticity/authenticity.ts'

/**
 * The domain that a message is surely of, as its owner has registered it, so that no sender is another one by a subdomain: its author's by
 * DMARC, or else that of a valid signature, or of its envelope by SPF. Undefined where nothing is proved.
 */
export function provedDomain({ dmarc, dkim, spf }: Authentication): string | undefined {
  const name =
    (dmarc.result === 'pass' && dmarc.domain) ||
    dkim.find(({ result, domain }) => result === 'pass' && domain !== null)?.domain ||
    (spf.result === 'pass' && spf.domain)
  if (!name) return undefined
  return parse(name, { allowPrivateDomains: true }).domain ?? name.toLowerCase()
}
