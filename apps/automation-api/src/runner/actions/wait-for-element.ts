import { describeMissing, findElement, lookForElements } from '../elements/find-elements.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import type { ActionOf, Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

type WaitForElement = ActionOf<'waitForElement'>

export async function waitForElement(action: WaitForElement, step: Step): Promise<void> {
  const { visible = true } = action
  let fits: boolean[] = []
  const reached = await waitUntil(step, async () => {
    fits = await look(action, step)
    return areEnough(action, fits) === visible || undefined
  })
  if (!reached) throw await describe(action, fits, step)
  const isOneMeant = visible && action.operator === undefined && action.count === undefined
  if (step.isStrict && isOneMeant) await findElement(step, action)
}

/** For each visible element, whether it has the wanted attributes and properties. */
async function look(
  { attributes = {}, properties = {}, ...where }: WaitForElement,
  step: Step,
): Promise<boolean[]> {
  const found = await lookForElements(step, where)
  const isAsked = Object.keys(attributes).length + Object.keys(properties).length > 0
  if (!isAsked) return Array.from({ length: found?.count ?? 0 }, () => true)
  try {
    return (
      (await found?.locator.evaluateAll(
        (elements, wanted) => {
          const isIn = (actual: unknown, part: unknown): boolean =>
            typeof part === 'object' && part !== null
              ? typeof actual === 'object' &&
                actual !== null &&
                Object.entries(part).every(([key, value]) => isIn(Reflect.get(actual, key), value))
              : actual === part
          return elements.map(
            (element) =>
              Object.entries(wanted.attributes).every(
                ([name, value]) => element.getAttribute(name) === value,
              ) && isIn(element, wanted.properties),
          )
        },
        { attributes, properties },
      )) ?? []
    )
  } catch (error) {
    if (hasNavigated(error)) return []
    throw error
  }
}

function areEnough({ operator = '>=', count = 1 }: WaitForElement, fits: boolean[]): boolean {
  if (!fits.every(Boolean)) return false
  if (operator === '==') return fits.length === count
  return operator === '>=' ? fits.length >= count : fits.length <= count
}

async function describe(action: WaitForElement, fits: boolean[], step: Step): Promise<Error> {
  const { operator, count, visible = true } = action
  const isCounted = operator !== undefined || count !== undefined
  const after = `after ${step.timeoutMs} ms`
  const seen = `${fits.length} visible element${fits.length === 1 ? ' matches' : 's match'}`
  if (!visible)
    return new Error(isCounted ? `${seen} ${after}` : `an element that matches is still visible ${after}`)
  if (!fits.every(Boolean))
    return new Error(`an element that matches differs in its attributes or properties ${after}`)
  if (fits.length === 0 && !isCounted) return describeMissing(step, action)
  return new Error(`${seen} ${after}, not ${operator ?? '>='} ${count ?? 1}`)
}
