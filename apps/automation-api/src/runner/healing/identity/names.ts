import type { Fingerprint } from '../fingerprint.ts'
import { type ComparableName, hashName, readName } from '../in-page/read-name.ts'
import type { Wanted } from '../in-page/survey-page.ts'
import type { Lookalike } from '../lookalikes.ts'
import type { Traits } from '../may-heal-onto.ts'
import { withoutLigatures } from '../lexicon/ligatures.ts'
import { listSynonyms, saysAnother } from '../lexicon/means-the-same.ts'
import { readFieldLabel } from './field-label.ts'
import { cached } from '../ranking/similarity.ts'

/** A learned element, as far as names matter. */
export interface Learned extends Traits {
  /**
   * Hashes of the other usable elements on its page, and of the rows of its namesakes; earlier releases did not store
   * them.
   */
  others?: string[]
  /** What distinguished it from others of its name. */
  row?: string
  /** The elements of its page that were most like it; earlier releases did not store them. */
  lookalikes?: Lookalike[]
}

const names = new Map<string, ComparableName>()

export const comparable = (text: string): ComparableName => cached(names, text, () => readName(text))

/** A longer text is an element's content, not its name. */
const MAX_NAME_LENGTH = 80

/** The name of an element; by its icon or its name in the markup where it has no visible text. */
export function nameOf({ name, text, icon, nameAttribute, tag }: Fingerprint): string {
  // Earlier releases stored the options of a list with the label around it.
  if (name) return tag === 'select' && text !== '' ? name.replace(` ${text}`, '') : name
  if (/^(input|select|textarea)$/.test(tag)) return nameAttribute
  return (text.length <= MAX_NAME_LENGTH && text) || icon
}

const CHOSEN = /^(?:checkbox|radio|submit|button|image|reset)$/
/** "Add a title", "Type your name" */
const PROMPT = /^(?:(?:add|type|write|choose|select|set|specify|pick)(?: (?:a|an|the|your|new))* )(?=\p{L})/iu

/** What a person reads as an element's name; a field may show several. */
export function listNames(of: Fingerprint): string[] {
  if (/^(input|select|textarea)$/.test(of.tag))
    return [...new Set([of.label, of.name && nameOf(of), of.placeholder, readFieldLabel(of)])]
      .map(withoutOptions(of))
      .map((name) => (CHOSEN.test(of.type) ? name : name.replace(PROMPT, '')))
      .filter(Boolean)
  const name = withoutLigatures(nameOf(of), of)
  return name ? [name] : []
}

/** Whether it has only the name of an icon in its font, which every bar of pages has. */
export const isCalledByIcon = (of: Fingerprint): boolean =>
  nameOf(of) !== '' && withoutLigatures(nameOf(of), of) === ''

/** The first of these, without a name that only the markup has. */
export const readShown = (of: Fingerprint): string =>
  of.name === '' && of.text === '' ? '' : (listNames(of)[0] ?? '')

/**
 * All texts of an element that a person finds: what it shows, its name for those who do not see it, and what is shown where the
 * pointer rests. A redesign exchanges them.
 */
export const listTexts = ({ name, text, label, title, alt }: Fingerprint): string[] => [
  ...new Set(
    [name, text.length <= MAX_NAME_LENGTH ? text : '', label, title, alt]
      .map((each) => comparable(each).exact)
      .filter((each) => /\p{L}{2}/u.test(each)),
  ),
]

/** The label around a list has its options too: "Show 10 25 50 entries". */
const withoutOptions =
  ({ tag }: Fingerprint) =>
  (name: string) =>
    tag === 'select' ? name.replaceAll(/(?<!\S)\d{1,6}(?!\S)/g, ' ') : name

/** Whether no other element had the word in its name; earlier releases did not store that. */
export function isOwnWord({ others = [] }: Learned, word: string): boolean {
  return others.includes(hashName('~ ')) && !others.includes(hashName(`~ ${word}`))
}

/** Whether another element that can be used had the same name, whatever its role. */
export const hadTwin = ({ others = [] }: Learned): boolean => others.includes(hashName('= twin'))

/** Whether another element said the same in other words, as a "Login" in the menu beside the button "Sign in". */
export function hadSynonym({ fingerprint, others = [] }: Learned): boolean {
  const known = new Set(others)
  return listNames(fingerprint).some((name) => {
    const own = comparable(name).exact
    return listSynonyms(name)
      .map((each) => comparable(each).exact)
      .some((each) => each !== own && known.has(hashName(each)))
  })
}

/** Whether a fingerprint without a part of the page was in none; earlier releases did not store parts. */
export const isPartKnown = ({ fingerprint, others = [] }: Learned): boolean =>
  fingerprint.landmark !== '' || others.includes(hashName('~ '))

/** As `nameOf`; for elements without any name, what their icons show, which is compared but never shown. */
const identityOf = (of: Fingerprint) => nameOf(of) || of.glyph

/** Whether both names are the same except for counts, prices and dates, unless these distinguish elements. */
export function hasSameName(learned: Learned, candidate: Pick<Traits, 'fingerprint'>): boolean {
  const [one, other] = [comparable(nameOf(learned.fingerprint)), comparable(nameOf(candidate.fingerprint))]
  if (one.exact === other.exact) return true
  return one.bare !== '' && one.bare === other.bare && !isNumbered(learned)
}

/** Whether the lexicon knows what both are called, and that is not the same: "First name" and "Last name". */
export const areOtherNames = (one: Fingerprint, other: Fingerprint): boolean =>
  listNames(one).some((name) => listNames(other).some((its) => saysAnother(name, its)))

/** Whether its number distinguishes it from others with the same name, such as pages or sizes. */
export function isNumbered({ fingerprint, others = [] }: Learned): boolean {
  return others.includes(hashName(`# ${comparable(nameOf(fingerprint)).bare}`))
}

/** Whether the candidate existed as another element when the learned one was learned. */
export function wasAnother(
  learned: Learned,
  candidate: { fingerprint: Fingerprint; row?: string | undefined },
): boolean {
  const others = new Set(learned.others)
  if (others.size === 0) return false
  const [own, its] = [
    comparable(identityOf(learned.fingerprint)),
    comparable(identityOf(candidate.fingerprint)),
  ]
  if (candidate.row && candidate.row !== learned.row && others.has(candidate.row)) return true
  // That was the heading above the target, and no element that could be used.
  if (its.exact !== '' && its.exact === comparable(learned.fingerprint.heading).exact) return false
  if (its.exact !== own.exact && others.has(hashName(its.exact))) return true
  if (its.bare === '' || its.bare === own.bare) return false
  return others.has(hashName(its.bare)) || others.has(hashName(`# ${its.bare}`))
}

/** Whether the two are in different rows, which distinguish elements of one name. */
export const isOfOtherRow = (learned: Learned, { row }: { row?: string }): boolean =>
  Boolean(learned.row && row) && learned.row !== row

/** Whether a row of the page is as it was learned; where none is, texts have changed, and rows distinguish nothing. */
export function hasKnownRow(learned: Learned, rows: (string | undefined)[]): boolean {
  const known = new Set([learned.row, ...(learned.others ?? [])])
  return rows.some((row) => row !== undefined && row !== '' && known.has(row))
}

/** The query about an element's surroundings: where the learned role and name are, and the step's name. */
export function toWanted(learned: Learned | undefined, stepName: string): Wanted {
  const called = readStepName(stepName).map(hashName)
  const name = learned ? nameOf(learned.fingerprint) : ''
  const { role } = learned?.fingerprint ?? { role: '' }
  if (!learned || !name) return { exact: '', bare: '', called }
  const { exact, bare } = comparable(name)
  const isTold = bare === '' || isNumbered(learned)
  return { exact: hashName(`${role} ${exact}`), bare: isTold ? '' : hashName(`${role} ${bare}`), called }
}

/** The element's possible names in a step's name: all of it, and without a leading verb. */
export function readStepName(stepName: string): string[] {
  const { exact } = comparable(stepName)
  const object = exact.replace(
    /^(?:click|press|tap|push|hit|choose|select|open|fill|type|enter)(?: on| in)?(?: the)? /,
    '',
  )
  return [...new Set([exact, object])].filter(Boolean)
}
