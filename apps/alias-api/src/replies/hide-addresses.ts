import { domainToUnicode } from 'node:url'

/** Replaces addresses in a text, however they are written there. */
export type HideAddresses = (text: string) => string

// What mail programs and folded lines put between the characters of an address, and readers do not show.
const invisible = String.raw`(?:&shy;|&#8203;|&#x200b;|&zwnj;|\r?\n[ \t]|[\u00ad\u200b-\u200d\u2060\ufeff]){0,50}`
// Tags begin with what nothing else in a pattern does, so that there is one way to match.
const tags = String.raw`(?:<[^<>]{0,300}>){0,50}`
const named: Record<string, string> = { '@': '&commat;', '.': '&period;', _: '&lowbar;', '+': '&plus;' }
// Where an address may begin: after what is no part of one, or after an escape.
const start = String.raw`(?:(?<![\w.+-])|(?<=%[0-9a-f]{2})|(?<=\\n))`

/**
 * Hides addresses in texts and in the source of HTML: also in percent-encoding and character references, with invisible
 * characters or tags in between, and in the form `name=domain` of return paths.
 *
 * @param hidden each address and what stands in its place
 */
export function createHider(hidden: { address: string; by: string }[]): HideAddresses {
  const forms = hidden.flatMap(({ address, by }) =>
    spellingsOf(address).map((spelling) => ({ pattern: new RegExp(start + patternOf(spelling), 'giu'), by })),
  )
  return (text) => forms.reduce((hiding, { pattern, by }) => hiding.replaceAll(pattern, () => by), text)
}

/** Whether a text still shows one of the addresses to somebody who reads it, or to a program that decodes it. */
export function showsAny(text: string, addresses: string[]): boolean {
  const texts = [text, text.replaceAll(/<[^<>]*>/g, '')].map(decode)
  return addresses
    .flatMap(spellingsOf)
    .some((spelling) => texts.some((each) => each.includes(spelling.toLowerCase())))
}

/** An address with its domain in A-labels and as people write it. */
function spellingsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  const unicode = `${address.slice(0, at)}@${domainToUnicode(address.slice(at + 1))}`
  return [...new Set([address, unicode])]
}

function patternOf(address: string): string {
  return Array.from(address, formsOf).join(invisible)
}

function formsOf(character: string): string {
  const code = character.codePointAt(0)!
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'))
  const percent = bytes.map((byte) => `%(?:25)?${byte}`).join('')
  const forms = [escape(character), percent, `&#0{0,4}${code};`, `&#x0{0,4}${code.toString(16)};`]
  if (named[character] !== undefined) forms.push(named[character])
  if (character === '@') forms.push('=')
  const any = `(?:${forms.join('|')})`
  return character === '@' || character === '.' ? `${tags}${any}${tags}` : any
}

const escape = (character: string): string =>
  /[\w@%=]/.test(character) || character > '\u007f'
    ? character
    : `\\u{${character.codePointAt(0)!.toString(16)}}`

/** A text with its escapes undone, in lower case. */
function decode(text: string): string {
  let decoded = text.replaceAll(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (whole, digits: string) => {
    const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
  for (const [character, reference] of Object.entries(named))
    decoded = decoded.replaceAll(reference, character)
  for (let times = 0; times < 2; times += 1)
    decoded = decoded.replaceAll(/%([0-7][0-9a-f])/gi, (_whole, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    )
  return decoded
    .replaceAll(/&shy;|&zwnj;|\r?\n[ \t]|[\u00ad\u200b-\u200d\u2060\ufeff]/gi, '')
    .normalize('NFKC')
    .toLowerCase()
}
