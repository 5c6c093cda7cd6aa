import type { ExtractedData } from '@waypost/webhooks'
import type { Condition } from '../../automations/actions/condition.ts'
import { lookForElements } from '../elements/find-elements.ts'
import { matchAddress } from '../pages/match-address.ts'
import { readPageText } from '../read-page-text.ts'
import type { Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'
import { compareValue } from './compare-value.ts'

interface Known {
  values: Record<string, string>
  outputs: ExtractedData
}

/**
 * Whether a condition holds. What it expects on the page may take the step's time to appear, because pages are still
 * being built when a step has ended; so an element counts as absent only after that time.
 */
export async function holds(condition: Condition, step: Step, { values, outputs }: Known): Promise<boolean> {
  const { present, absent, frame, text, selectors, url, variable, output } = condition
  const wait = async (isThere: () => Promise<boolean>) =>
    (await waitUntil(step, async () => ((await isThere()) ? true : undefined))) === true
  if (present) return wait(async () => Boolean(await lookForElements(step, { selectors: present, frame })))
  if (absent)
    return !(await wait(async () => Boolean(await lookForElements(step, { selectors: absent, frame }))))
  if (text !== undefined)
    return wait(async () => (await readPageText(step, { selectors, frame })).includes(squeeze(text)))
  if (url !== undefined)
    return wait(async () => matchAddress(url, (step.frame ?? step.page.mainFrame()).url()))
  if (variable !== undefined)
    return compareValue(Object.hasOwn(values, variable) ? values[variable] : undefined, condition)
  return compareValue(Object.hasOwn(outputs, output!) ? outputs[output!] : undefined, condition)
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
