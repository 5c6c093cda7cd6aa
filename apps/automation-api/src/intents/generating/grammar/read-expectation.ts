import type { Expectation } from './clause.ts'
import { rule, type Reader } from './rule.ts'

const SEEN =
  '(?:(?:to )?(?:appears?|shows? up|pops? up|comes? up|opens|exists?)|(?:to be|is|are|becomes?) (?:there|shown|visible|displayed|present|asked|listed|on the page))'
const UNSEEN =
  '(?:(?:to be |is |are )(?:not|no longer|never) (?:there|shown|visible|displayed|present)|(?:to be |is |are )(?:gone|hidden|missing))'
const PAGE = '(?:the )?(?:page|screen|site)'

const FORMS: [RegExp, (named: string, text: Reader) => Expectation][] = [
  [
    rule(`(?:the )?(?:url|address)(?: of the page)? (?:to be|to contain|is|contains|includes|has) (.+)`),
    (named, { unquote }) => ({ url: writePattern(unquote(named)) }),
  ],
  [
    rule(`${PAGE} (?:to )?(?:shows?|says?|contains?|displays?)(?: the text)? (.+)`),
    (named, { unquote }) => ({ shows: unquote(named) }),
  ],
  [rule("(?:there is|there are|there[’']s) (?:no|not an?) (.+)"), absent],
  [rule(`(.+?) ${UNSEEN}`), absent],
  [rule("(?:there is|there are|there[’']s|you see|i see|there to be) (?:an?(?: |$))?(.+)"), present],
  [rule(`(?:the |an? )?(.+?) ${SEEN}`), present],
]

function present(named: string, { restore }: Reader): Expectation {
  return { present: restore(named) }
}

function absent(named: string, { restore }: Reader): Expectation {
  return { absent: restore(named) }
}

/** What a part says of the page: `there is a banner`, `the page shows "Thank you"`; undefined otherwise. */
export function readExpectation(part: string, reader: Reader): Expectation | undefined {
  for (const [pattern, read] of FORMS) {
    const [, named] = pattern.exec(part.trim()) ?? []
    if (named !== undefined) return read(named, reader)
  }
  return undefined
}

/** `cart` → `*cart*`; a whole URL, or one with stars, is unchanged. */
export const writePattern = (address: string): string =>
  /^https?:|\*/.test(address) ? address : `*${address.replaceAll(/\s/g, '')}*`
