import type { AuthenticateResult } from 'mailauth'
import type { ArcChain } from './authenticity.ts'

type Arc = AuthenticateResult['arc']
type Field = NonNullable<NonNullable<Exclude<Arc, false>['chain']>[number]['arc-seal']>

// A chain of more sets needs more keys than are looked up, or has one server seal a message again and again.
const mostSets = 10
const nameOfMethod = /(?<![\w.-])dmarc(?![\w-])/gi

/** The keys of a chain that validates, and whom its first set vouches for; undefined for any other, and for one of many sets. */
export function readArcChain(arc: Arc): ArcChain | undefined {
  if (!arc || arc.status.result !== 'pass' || !arc.chain || arc.chain.length > mostSets) return undefined
  const { signature, chain } = arc
  // A signature of only the first lines of a message (`l=`) does not cover lines appended below them.
  if (!signature || signature.status.underSized) return undefined
  const signed = { domain: signature.signingDomain, selector: signature.selector }
  const keys = [...chain.map((set) => keyOf(set['arc-seal'])), signed].map(({ domain, selector }) => ({
    domain: String(domain).toLowerCase(),
    selector: String(selector).toLowerCase(),
  }))
  const first = chain[0]!['arc-authentication-results']
  // The library moves the results of the newest set.
  const results = chain.length === 1 ? arc.authenticationResults : first?.parsed
  return { keys, author: authorOf(String(first?.original), results?.dmarc) }
}

function keyOf(seal: Field | undefined): { domain: unknown; selector: unknown } {
  return { domain: seal?.parsed?.d?.value, selector: seal?.parsed?.s?.value }
}

/**
 * The domain that passed DMARC by a set's results. Results that name DMARC more than once say nothing: one of the two may be
 * a sender's own words, which a server has repeated.
 */
function authorOf(field: string, dmarc: unknown): string | null {
  if (field.match(nameOfMethod)?.length !== 1) return null
  const { value, result, header } = (dmarc ?? {}) as Record<string, unknown>
  const author = (header as Record<string, unknown> | undefined)?.from
  const isPass = String(result ?? value).toLowerCase() === 'pass'
  return isPass && typeof author === 'string' ? author.toLowerCase() : null
}
