// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement } from '../dom.ts'

export type FindDestination = (element: DomElement) => string

/**
 * A hash of where a link or a button that has an address of its own leads: path, query in a fixed order, and fragment; with the host where that
 * is another site. What changes from one visit to the next is left out. It is not stored itself, since queries may say
 * whose page it is. Empty where it leads nowhere, or by a script.
 */
export function findDestination(element: DomElement): string {
  const VISIT =
    /^(?:sid|session(?:_?id)?|phpsessid|jsessionid|sesskey|_?token|_?csrf(?:_?token)?|nonce|_wpnonce|authenticity_token|utm_.*|ref|referrer|return(?:_?to|_?url)?|redirect(?:_?to|_?ur[il])?|_|ts|timestamp|rand)$/i
  const GENERATED = /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i
  const given = (element.getAttribute('href') ?? element.getAttribute('formaction') ?? '').trim()
  if (given === '' || given === '#' || /^(?:javascript|data|blob|about):/i.test(given)) return ''
  if (/^(?:mailto|tel|sms):/i.test(given)) return given.split('?')[0]!.toLowerCase()
  if (given.startsWith('#')) return given
  const { baseURI } = element as unknown as { baseURI: string }
  const parsed = URL.parse(given, baseURI)
  const here = URL.parse(baseURI)
  if (!parsed || !here) return ''
  const query = [...parsed.searchParams]
    .filter(([name, value]) => !VISIT.test(name) && !GENERATED.test(value))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  const host = parsed.origin === here.origin ? '' : parsed.host.replace(/^www\./, '')
  const path = parsed.pathname.replace(/;jsessionid=.*$/i, '').replace(/\/(?:index|default)\.\w{2,5}$/i, '/')
  return `${host}${path}${query && `?${query}`}${parsed.hash}`
}
