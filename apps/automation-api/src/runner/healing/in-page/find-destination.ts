// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement } from '../dom.ts'

export type FindDestination = (element: DomElement, onPath?: string) => string

type Address = Pick<URL, 'origin' | 'host' | 'pathname' | 'search' | 'hash'>

/**
 * Where a link or a button that has an address of its own leads: path, query in a fixed order, and fragment; with the host where
 * that is another site. What changes from one visit to the next is left out. A hash of it is stored, since queries may say
 * whose page it is. Empty where it leads nowhere, or by a script.
 *
 * @param onPath answers nothing for what leads to another path than this one, with or without a host, which saves most of the work
 */
export function findDestination(element: DomElement, onPath?: string): string {
  const VISIT =
    /^(?:sid|session(?:_?id)?|phpsessid|jsessionid|sesskey|_?token|_?csrf(?:_?token)?|nonce|_wpnonce|authenticity_token|utm_.*|ref|referrer|return(?:_?to|_?url)?|redirect(?:_?to|_?ur[il])?|_|ts|timestamp|rand)$/i
  const GENERATED = /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i
  const given = (element.getAttribute('href') ?? element.getAttribute('formaction') ?? '').trim()
  if (given === '' || given === '#' || /^(?:javascript|data|blob|about):/i.test(given)) return ''
  if (/^(?:mailto|tel|sms):/i.test(given)) return given.split('?')[0]!.toLowerCase()
  if (given.startsWith('#')) return given
  const link = element as unknown as { baseURI: string } & Partial<Address>
  // The browser has parsed the address of a link already.
  const parsed = (link.pathname === undefined ? URL.parse(given, link.baseURI) : link) as Address | null
  if (!parsed) return ''
  const path = parsed.pathname.replace(/;jsessionid=.*$/i, '').replace(/\/(?:index|default)\.\w{2,5}$/i, '/')
  if ((onPath !== undefined && !onPath.endsWith(path)) || !parsed.origin) return ''
  const query = [...new URLSearchParams(parsed.search)]
    .filter(([name, value]) => !VISIT.test(name) && !GENERATED.test(value))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')
  const isHere =
    !/^(?:[a-z][\w+.-]*:|[/\\]{2})/i.test(given) || parsed.origin === URL.parse(link.baseURI)?.origin
  const host = isHere ? '' : parsed.host.replace(/^www\./, '')
  return `${host}${path}${query && `?${query}`}${parsed.hash}`
}
