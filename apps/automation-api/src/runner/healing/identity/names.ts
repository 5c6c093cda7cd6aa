import type { Fingerprint } from '../fingerprint.ts'
import { type ComparableName, hashName, readName } from '../in-page/read-name.ts'
import type { Wanted } from '../in-page/survey-page.ts'
import type { Traits } from '../may-heal-onto.ts'
import { cached } from '../ranking/similarity.ts'

/** What is known of an element that was learned, as far as names go. */
export interface Learned extends Traits {
  /** Hashes of what else could be used on its page, and of the rows of its namesakes; not kept by versions before. */
  others?: string[]
  /** What told it from others of its name. */
  row?: string
}

const names = new Map<string, ComparableName>()

export const comparable = (text: string): ComparableName => cached(names, text, () => readName(text))

/** A text of more letters is what an element holds, not what it is called. */
const LONGEST_NAME = 80

/** What an element is called; by its icon or its name in the code where people read nothing. */
export function nameOf({ name, text, icon, nameAttribute, tag }: Fingerprint): string {
  if (name) return name
  if (/^(input|select|textarea)$/.test(tag)) return nameAttribute
  return (text.length <= LONGEST_NAME && text) || icon
}

/** Whether both are called the same but for counts, prices and dates, which tell some elements from others. */
export function hasSameName(learned: Learned, candidate: Pick<Traits, 'fingerprint'>): boolean {
  const [one, other] = [comparable(nameOf(learned.fingerprint)), comparable(nameOf(candidate.fingerprint))]
  if (one.exact === other.exact) return true
  return one.bare !== '' && one.bare === other.bare && !isNumbered(learned)
}

/** Whether its number tells it from others that are called the same without, such as pages or sizes. */
function isNumbered({ fingerprint, others = [] }: Learned): boolean {
  return others.includes(hashName(`# ${comparable(nameOf(fingerprint)).bare}`))
}

/** Whether the candidate was another element when the learned one was learned. */
export function wasAnother(
  learned: Learned,
  candidate: { fingerprint: Fingerprint; row?: string | undefined },
): boolean {
  const others = new Set(learned.others)
  if (others.size === 0) return false
  const [own, its] = [comparable(nameOf(learned.fingerprint)), comparable(nameOf(candidate.fingerprint))]
  if (candidate.row && candidate.row !== learned.row && others.has(candidate.row)) return true
  if (its.exact !== own.exact && others.has(hashName(its.exact))) return true
  if (its.bare === '' || its.bare === own.bare) return false
  return others.has(hashName(its.bare)) || others.has(hashName(`# ${its.bare}`))
}

/** Whether what tells elements of one name apart tells these apart. */
export const isOfOtherRow = (learned: Learned, { row }: { row?: string }): boolean =>
  Boolean(learned.row && row) && learned.row !== row

/** Whether some row of the page is as it was learned; where none is, texts have changed, and rows tell nothing apart. */
export function hasKnownRow(learned: Learned, rows: (string | undefined)[]): boolean {
  const known = new Set([learned.row, ...(learned.others ?? [])])
  return rows.some((row) => row !== undefined && row !== '' && known.has(row))
}

/** What to ask a page for beside an element: where the learned role and name are, and what the step is called. */
export function toWanted(learned: Learned | undefined, stepName: string): Wanted {
  const called = readStepName(stepName).map(hashName)
  const name = learned ? nameOf(learned.fingerprint) : ''
  const { role } = learned?.fingerprint ?? { role: '' }
  if (!learned || !name) return { exact: '', bare: '', called }
  const { exact, bare } = comparable(name)
  const isTold = bare === '' || isNumbered(learned)
  return { exact: hashName(`${role} ${exact}`), bare: isTold ? '' : hashName(`${role} ${bare}`), called }
}

/** What a step's name says that its element is called: all of it, and without a verb in front. */
export function readStepName(stepName: string): string[] {
  const { exact } = comparable(stepName)
  const object = exact.replace(
    /^(?:click|press|tap|push|hit|choose|select|open|fill|type|enter)(?: on| in)?(?: the)? /,
    '',
  )
  return [...new Set([exact, object])].filter(Boolean)
}
