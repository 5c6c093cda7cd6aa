import type { Frame, Locator } from 'playwright-core'
import { takeFingerprint } from './healing/collect.ts'
import { nameOf } from './healing/identity/names.ts'
import { isLeft } from './pages/is-left.ts'
import type { Selector } from '../automations/selector.ts'

/** What one of the alternative selectors of a step has found in a frame. */
export type Match = { alternative: number; frame: Frame; locator: Locator; count: number }

/** The selectors of a step leave it open which element is meant. */
class ElementAmbiguous extends Error {
  override name = 'ElementAmbiguous'
}

/**
 * The first match where all of them are of one and the same element. An element within another is as good as that:
 * the text of a button is in the button. So is the field of a label.
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
    if (isLeft(error)) return undefined
    throw error
  } finally {
    for (const handle of handles) void handle.dispose().catch(() => {})
  }
}

/** Why there is no only one among several, for the person who wrote the step. */
export function describeAmbiguous(matches: Match[], selectors: Selector[]): Error {
  const counts = selectors.map((_selector, alternative) =>
    matches.filter((match) => match.alternative === alternative).reduce((sum, { count }) => sum + count, 0),
  )
  const most = Math.max(...counts)
  if (most === 1) return new ElementAmbiguous('its selectors match different elements, not one and the same')
  const selector = [selectors[counts.indexOf(most)]!].flat().join(' >> ')
  return new ElementAmbiguous(`"${selector}" matches ${most} elements, not one`)
}

const MOST_NAMED = 4

/** The same, with what there is to choose from, where none of those that bear a name has more right to it. */
export async function describeEquals(matches: Match[], selectors: Selector[]): Promise<Error> {
  const { alternative } = matches[0]!
  const equals = matches.filter((match) => match.alternative === alternative)
  const named = await Promise.all(equals.slice(0, MOST_NAMED).map(nameMatch))
  const rest = equals.length > MOST_NAMED ? ', …' : ''
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
