import type { Frame, Locator } from 'playwright-core'
import { takeFingerprint } from '../healing/collect.ts'
import { nameOf } from '../healing/identity/names.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import type { Selector } from '../../automations/selector.ts'

/** The elements that one of a step's alternative selectors has found in a frame. */
export type Match = { alternative: number; frame: Frame; locator: Locator; count: number }

/** The selectors of a step match several elements. */
class ElementAmbiguous extends Error {
  override name = 'ElementAmbiguous'
}

/**
 * The first match, if all matches are one and the same element. An element within another counts as the same: the text
 * of a button is in the button. So does the field of a label.
 */
export async function chooseOnly(matches: Match[]): Promise<Match | undefined> {
  const [first, ...others] = matches
  if (!first || matches.some(({ count, frame }) => count !== 1 || frame !== first.frame)) return undefined
  if (others.length === 0) return first
  const handles = (await Promise.all(matches.map(({ locator }) => locator.elementHandles()))).flat()
  try {
    const [one, ...more] = handles
    if (handles.length !== matches.length) return undefined
    const isSame = await one!.evaluate((element, rest) => {
      const meant = element.control ?? element
      return rest
        .map((other) => other.control ?? other)
        .every((other) => meant.contains(other) || other.contains(meant))
    }, more)
    return isSame ? first : undefined
  } catch (error) {
    if (hasNavigated(error)) return undefined
    throw error
  } finally {
    for (const handle of handles) void handle.dispose().catch(() => {})
  }
}

/** Explains to the author of the step why there is no single match. */
export function describeAmbiguous(matches: Match[], selectors: Selector[]): Error {
  const counts = selectors.map((_selector, alternative) =>
    matches.filter((match) => match.alternative === alternative).reduce((sum, { count }) => sum + count, 0),
  )
  const most = Math.max(...counts)
  if (most === 1) return new ElementAmbiguous('its selectors match different elements, not one and the same')
  const selector = [selectors[counts.indexOf(most)]!].flat().join(' >> ')
  return new ElementAmbiguous(`"${selector}" matches ${most} elements, not one`)
}

const MAX_NAMED = 4

/** The same, with a list of the elements, where none of those with the name is preferable. */
export async function describeEquals(matches: Match[], selectors: Selector[]): Promise<Error> {
  const { alternative } = matches[0]!
  const equals = matches.filter((match) => match.alternative === alternative)
  const named = await Promise.all(equals.slice(0, MAX_NAMED).map(nameMatch))
  const rest = equals.length > MAX_NAMED ? ', …' : ''
  return new ElementAmbiguous(`${describeAmbiguous(equals, selectors).message}: ${named.join(', ')}${rest}`)
}

async function nameMatch({ locator, frame }: Match): Promise<string> {
  try {
    const { fingerprint } = await takeFingerprint(locator, { frame, timeoutMs: 500 })
    const { role, tag, before } = fingerprint
    const after = before[0] ? ` after "${before[0].slice(0, 30)}"` : ''
    return `${role || tag} "${nameOf(fingerprint).slice(0, 40)}"${after}`
  } catch {
    return 'one that has gone since'
  }
}
