/** What somebody sees of an email. */
export interface Visible {
  lines: string[]
  links: VisibleLink[]
}

export interface VisibleLink {
  url: string
  /** What it says, or the line before it where it says only its address. */
  text: string
  /** The sentence that it is in. */
  sentence: string
}

// In the order of their characters, from U+00A0 on.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['rsquo', '\u2019'],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ...latin.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
])

/** A line as it is compared: decoded, in one form of Unicode, and without what nobody sees. */
export const toLine = (text: string): string =>
  decodeReferences(text)
    // A sign by itself, which its narrow form before a digit is not.
    .replaceAll(/[，：；]/g, (sign) => `${sign.normalize('NFKC')} `)
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The sentences of a line. */
export const sentencesOf = (line: string): string[] => line.split(/(?<=[.!?]) |(?<=[。！？])/)

/** A text with its character references decoded. */
export function decodeReferences(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named.get(name as string) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
