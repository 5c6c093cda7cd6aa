import { ADDRESS } from './protect-text.ts'
import { stripStart } from './strip-clause.ts'

const BEGUN =
  /^(?:open|opening|go(?: on)? to|goto|going|navigate|visit|visiting|browse|load|launch|start|head)\b/i
const AT = /^(?:(?:at|on|from|in|of|use|using)(?: (?:the )?(?:page|site|website|web site|shop|store))? )$/i
const SEARCH = /^search $/i
const FILE = /^(?:save|print|export|keep|store) $/i
const AS_PDF = /^ (?:as|to) (?:an? )?pdf\b/i
const SCREENSHOT = /^(?:take|make|save) (?:an? )?screen ?shot of $/i
const LED = /,? (?:at|on|from|in|of)(?: (?:the )?(?:page|site|website|web site|shop|store))? $/i
const LONGEST_LEAD = 40

/**
 * A text that does not begin with a page, but names one: `list all books at shop.test` opens it first.
 *
 * @param text with its quotes, URLs and variables protected
 */
export function liftAddress(text: string): string {
  const plain = stripStart(text)
  const [first = ''] = plain.split(/[;\n\r]/, 1)
  if (BEGUN.test(first)) return text
  for (const { index, 0: address } of first.matchAll(new RegExp(ADDRESS, 'g'))) {
    const before = first.slice(0, index)
    const after = plain.slice(index + address.length)
    const lifted = lift(before, address, after)
    if (lifted !== undefined) return lifted
  }
  return text
}

function lift(before: string, address: string, after: string): string | undefined {
  const rest = after.replace(/^\?/, '')
  if (AT.test(before)) return `open ${address}; ${rest.replace(/^,? ?(?:(?:to|and) )?/i, '')}`
  if (SEARCH.test(before) && /^ for /i.test(rest)) return `open ${address}; search${rest}`
  if (FILE.test(before) && AS_PDF.test(rest)) return `open ${address}; save the page${rest}`
  if (SCREENSHOT.test(before)) return `open ${address}; ${before}the page${rest}`
  const start = Math.max(0, before.length - LONGEST_LEAD)
  const led = LED.exec(before.slice(start))
  return led && start + led.index > 0
    ? `open ${address}; ${before.slice(0, start + led.index)}${rest}`
    : undefined
}
