import type { Cell, ExtractedData } from '@waypost/webhooks'
import type { Condition } from '../../automations/actions/condition.ts'
import { writeValue } from '../../automations/variables/scope.ts'
import { lookForElements } from '../elements/find-elements.ts'
import { matchAddress } from '../pages/match-address.ts'
import { parseNumber } from '../rows/parse-number.ts'
import { readPageText } from '../read-page-text.ts'
import type { Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

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
    return compare(Object.hasOwn(values, variable) ? values[variable] : undefined, condition)
  return compare(Object.hasOwn(outputs, output!) ? outputs[output!] : undefined, condition)
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function compare(value: ExtractedData[string] | Cell | undefined, condition: Condition): boolean {
  const { equals, notEquals, contains, atLeast, atMost, isEmpty } = condition
  const isNothing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty !== undefined) return isEmpty === isNothing
  if (value === undefined) return notEquals !== undefined
  if (contains !== undefined)
    return Array.isArray(value)
      ? value.some((each) => writeValue(each).includes(contains))
      : writeValue(value).includes(contains)
  if (atLeast !== undefined || atMost !== undefined) {
    const number = Array.isArray(value) ? value.length : parseNumber(writeValue(value), 'en-US')
    if (number === undefined) return false
    return number >= (atLeast ?? -Infinity) && number <= (atMost ?? Infinity)
  }
  const written = Array.isArray(value) ? String(value.length) : writeValue(value)
  return notEquals === undefined ? written === equals : written !== notEquals
}
