import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

const writtenForm = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+\.?$/u
const asciiForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/
// Special-use names of RFC 6761, and names that ICANN and the IETF have reserved since: public DNS does not resolve
// them.
const reserved =
  /(^|\.)(test|example|invalid|localhost|local|internal|onion|alt|arpa|example\.(com|net|org))$/

/**
 * A domain in its stored form: A-labels, lower case, without a trailing dot.
 *
 * @returns undefined where no single owner can register it
 */
export function toDomainName(text: string): string | undefined {
  if (!writtenForm.test(text)) return undefined
  const name = domainToASCII(text.replace(/\.$/, ''))
  if (!asciiForm.test(name) || reserved.test(name)) return undefined
  // An A-label that decodes to no Unicode text stays as it is.
  if (/(^|\.)xn--/.test(domainToUnicode(name))) return undefined
  // Domains below a public suffix have different owners; the suffix itself belongs to nobody.
  return parse(name, { allowPrivateDomains: true }).domain === null ? undefined : name
}
