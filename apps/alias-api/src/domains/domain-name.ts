import { domainToASCII, domainToUnicode } from 'node:url'
import { parse } from 'tldts'

const writtenForm = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+\.?$/u
const asciiForm = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/
// RFC 6761 and what ICANN and the IETF have set aside since: no resolver of the public answers for them.
const reserved =
  /(^|\.)(test|example|invalid|localhost|local|internal|onion|alt|arpa|example\.(com|net|org))$/

/**
 * A domain as it is stored: in A-labels, lower case and without a dot at its end.
 *
 * @returns undefined where somebody cannot have it by himself
 */
export function toDomainName(text: string): string | undefined {
  if (!writtenForm.test(text)) return undefined
  const name = domainToASCII(text.replace(/\.$/, ''))
  if (!asciiForm.test(name) || reserved.test(name)) return undefined
  // An A-label that stands for no text stays as it is.
  if (/(^|\.)xn--/.test(domainToUnicode(name))) return undefined
  // Under a public suffix everybody has his own; the suffix itself is nobody's.
  return parse(name, { allowPrivateDomains: true }).domain === null ? undefined : name
}
