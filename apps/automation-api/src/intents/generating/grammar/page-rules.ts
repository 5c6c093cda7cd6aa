import { ADDRESS, QUOTED, VARIABLE } from './protect-text.ts'
import { writePattern } from './read-expectation.ts'
import { type Rule, rule } from './rule.ts'

const GO = '(?:open(?: up)?|go(?: on)? to|goto|navigate to|visit|opening|going to|visiting)'
const BEGIN = '(?:browse(?: to)?|load|launch|start (?:at|on|from|with)|head (?:over )?to)'
const KIND = '(?:page|site|website|shop|store)'
const url = `(?:${ADDRESS}|${VARIABLE}|${QUOTED})\\S*`
const NUMBER = '(?:[\\d.]+|an?|one|two|three|four|five|ten|a few|some)'
const SPAN = '(?:seconds?|secs?|s|ms|milliseconds?|minutes?|mins?|moments?|while|bit|time)'
const LOADED = '(?: (?:to (?:load|open)|loads|is (?:loaded|ready)|has loaded))?'
const APPEARS =
  '(?: (?:to (?:appear|show(?: up)?|load|be (?:visible|shown|displayed|there))|appears?|shows?(?: up)?|loads?|(?:is|are) (?:visible|shown|there|displayed|ready|present)|exists|(?:has|have) (?:loaded|appeared)))?'
const GONE =
  '(?:to (?:disappear|go away|vanish|be gone|be hidden|go)|disappears|vanishes|(?:is|has) gone(?: away)?|goes away|is hidden|has disappeared|is no longer (?:visible|there|shown))'

/** Rules for navigation, waiting and scrolling. */
export const pageRules: Rule[] = [
  [
    rule(
      `(?:${GO}|${BEGIN}) (?:[\\p{L} ]*\\b(?:at|on|url|address|link|the|${KIND})\\b ?:? ?)?(${url})(?: ${KIND}| in (?:the|a|my)(?: new)? (?:browser|tab|window))?`,
    ),
    ([address = ''], { unquote }) => {
      const written = unquote(address)
      const isAddress = !new RegExp(`^${QUOTED}`).test(address) || /^https?:\/\//i.test(written)
      return isAddress ? { kind: 'open', url: writeUrl(written) } : undefined
    },
  ],
  [
    // A target without a URL is an element of the page.
    rule(`${GO} (?!back$|forward$|a new (?:tab|window))([^\uE800-\uEFFF]+)`),
    ([target = ''], { restore }) => ({
      kind: 'press',
      target: restore(target),
      how: 'click',
      isConfirmed: false,
    }),
  ],
  [rule(`wait(?: (?:for )?(?:about )?(?:${NUMBER} ?)?${SPAN})?`), () => ({ kind: 'pause' })],
  [rule(`wait (?:for|until|till) (?:the |a )?(?:new |next )?page${LOADED}`), () => ({ kind: 'pause' })],
  [
    rule(
      'wait (?:for|until|till) (?:the )?(?:url|address|location)(?: of the page)? ?(?:to (?:be|contain|include|have|become)|is|contains|includes|has|:)? (.+)',
    ),
    ([address = ''], { unquote }) => ({ kind: 'waitForUrl', url: writePattern(unquote(address)) }),
  ],
  [
    rule(`wait (?:for|until|till) (.+?) ${GONE}`),
    ([target = ''], { restore }) => ({ kind: 'waitFor', target: restore(target), isGone: true }),
  ],
  [
    rule(
      `(?:wait (?:for|until|till)|(?:check|verify|assert|ensure|make sure|confirm) that(?: there is| the (?:page|screen) (?:contains|shows|says|has|displays))?) (.+?)${APPEARS}`,
    ),
    ([target = ''], { restore }) => ({ kind: 'waitFor', target: restore(target), isGone: false }),
  ],
  [
    rule(
      'scroll(?: (?:all the way|right|back))?(?: up)? ?(?:to )?(?:the )?(?:(?:very )?top(?: of the page)?|up)',
    ),
    () => ({ kind: 'scroll', to: 'top' }),
  ],
  [
    rule(
      'scroll(?: (?:all the way|right))?(?: down)? ?(?:to )?(?:the )?(?:(?:very )?(?:bottom|end)(?: of the page)?|down|page)?',
    ),
    () => ({ kind: 'scroll', to: 'bottom' }),
  ],
  ...['scroll (.+?) into view', 'scroll(?: down| up)? (?:until you see|to) (.+)'].map((pattern): Rule => [
    rule(pattern),
    // Pointing at something scrolls it into view.
    ([target = ''], { restore }) => ({ kind: 'hover', target: restore(target) }),
  ]),
]

function writeUrl(address: string): string {
  if (/^(https?:\/\/|\$\{)/i.test(address)) return address
  // A server with a numeric address, or on this machine, rarely has a certificate.
  return `${/^(localhost|[\d.]+)(?=[:/]|$)/i.test(address) ? 'http' : 'https'}://${address}`
}
