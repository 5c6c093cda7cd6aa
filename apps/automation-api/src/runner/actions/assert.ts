import { lookForElements } from '../elements/find-elements.ts'
import { matchAddress } from '../pages/match-address.ts'
import { readPageText } from '../read-page-text.ts'
import type { ActionOf, Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

type Assert = ActionOf<'assert'>

/** Waits until everything holds that the step names. */
export async function assert(action: Assert, step: Step): Promise<void> {
  let difference: string | undefined
  await waitUntil(step, async () => {
    difference = await findDifference(action, step)
    return difference === undefined || undefined
  })
  if (difference !== undefined) throw new Error(action.message ?? `${difference} after ${step.timeoutMs} ms`)
}

async function findDifference(action: Assert, step: Step): Promise<string | undefined> {
  const { url, text, selectors, frame, count, operator = '==' } = action
  const address = (step.frame ?? step.page.mainFrame()).url()
  if (url !== undefined && !matchAddress(url, address)) return `the address is ${address} and not ${url}`
  if (text !== undefined) {
    const shown = await readPageText(step, { selectors, frame })
    if (!shown.includes(text.replaceAll(/\s+/g, ' ').trim()))
      return `${selectors ? 'the element' : 'the page'} does not show “${text}”`
  }
  if (!selectors) return undefined
  const found = (await lookForElements(step, { selectors, frame }))?.count ?? 0
  if (count === undefined) return found > 0 ? undefined : 'no visible element matches'
  const isMet = operator === '==' ? found === count : operator === '>=' ? found >= count : found <= count
  return isMet
    ? undefined
    : `${found} visible element${found === 1 ? ' matches' : 's match'}, not ${operator} ${count}`
}
