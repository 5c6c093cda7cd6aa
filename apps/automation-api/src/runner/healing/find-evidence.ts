import { compareNeighbours } from './ranking/compare-neighbours.ts'
import type { Fingerprint } from './fingerprint.ts'
import { compareIcons, type IconComparison } from './lexicon/compare-icons.ts'
import { meansTheSame } from './lexicon/means-the-same.ts'
import { withoutLigatures } from './lexicon/ligatures.ts'
import { listNames } from './identity/names.ts'
import { cached, textSimilarity } from './ranking/similarity.ts'

export interface Evidence {
  /** The similarity of their names, 0 to 1, and exactly 1 for the same words; undefined for a nameless target. */
  identity: number | undefined
  /** Whether one name begins with the whole of the other: `Import`, and now `Import ctrl-i`. */
  isNameContinued: boolean
  /** Whether their names say the same in other words: `Log in`, and now `Sign in`. */
  meansSame: boolean
  /** How their icons compare. */
  icon: IconComparison
  /** Whether one leads to another site than the other. */
  isOtherSite: boolean
  /** Whether each is the only field of its page for what it is for; `strong` where few fields are for that. */
  onlyField: 'strong' | 'weak' | undefined
  /** How many keys that an author gives to only one element, such as a test id, are equal. */
  sharedKeys: number
  /** Whether an id or a test id is among them. */
  sharesId: boolean
  /** How many keys that both have differ. */
  differingKeys: number
  /** The similarity of the texts around them: on the better side, and on the worse. */
  nearBy: number
  allAround: number
  /** Whether the candidate's name was that of a neighbour of the target when it was recorded. */
  wasNeighbour: boolean
}

/** The evidence for and against two fingerprints being of one element, apart from their similarity. */
export function findEvidence(target: Fingerprint, candidate: Fingerprint): Evidence {
  const ids = [equal(target.testIds.join(' '), candidate.testIds.join(' ')), equal(target.id, candidate.id)]
  const keys = [
    ...ids,
    equal(target.nameAttribute, candidate.nameAttribute),
    equal(meaningful(target.href), meaningful(candidate.href)),
  ].filter((each) => each !== undefined)
  const { before, after } = compareNeighbours(target, candidate)
  const identity = compareNames(target, candidate)
  const meansSame =
    identity !== 1 &&
    listNames(target).some((one) => listNames(candidate).some((other) => meansTheSame(one, other)))
  const isNear = meansSame || saysSomething(target) || sharesText(target, candidate)
  const sides = isNear ? [before, after].filter((each) => each !== undefined) : []
  const beside = new Set([...target.before, ...target.after].map(normal))
  const names = [candidate.name, candidate.text].map((each) => normal(each.slice(0, 60)))
  return {
    identity,
    isNameContinued: isNameContinued(target, candidate),
    meansSame,
    icon: compareIcons(target, candidate),
    isOtherSite: target.site !== '' && candidate.site !== '' && target.site !== candidate.site,
    onlyField: findOnlyField(target, candidate),
    sharesId: ids.includes(true),
    sharedKeys: keys.filter(Boolean).length,
    differingKeys: keys.filter((each) => !each).length,
    nearBy: Math.max(0, ...sides),
    allAround: sides.length > 0 ? Math.min(...sides) : 0,
    wasNeighbour: identity !== 1 && names.some((each) => each !== '' && beside.has(each)),
  }
}

/** Whether a person reads a word in it or at it, and not a number or a sign alone. */
export const saysSomething = (of: Fingerprint): boolean => {
  const { name, text, label, placeholder, title } = withoutIcons(of)
  return [name, text, label, placeholder, title].some((each) => /\p{L}/u.test(each))
}

/** Whether a text is beside both that says something: the same numbers are in many places. */
function sharesText(target: Fingerprint, candidate: Fingerprint): boolean {
  return (['before', 'after'] as const).some((side) => {
    const own = new Set(target[side].map(normal))
    return candidate[side].some((each) => /\p{L}/u.test(each) && own.has(normal(each)))
  })
}

// Of any other kind, another field may take the place of a removed one: a filter of a list is a search too.
const STRONG_KINDS =
  /^(?:(?:shipping |billing )?[a-z]+(?:-[a-z\d]+)+|email|tel|password|username|name|organization|bday|nickname|range|color)$/
const TYPES_WITH_DASH = /^datetime-local$/

function findOnlyField(target: Fingerprint, candidate: Fingerprint): Evidence['onlyField'] {
  if (target.fieldKind === '' || target.fieldKind !== candidate.fieldKind) return undefined
  if (target.fieldKindCount !== 1 || candidate.fieldKindCount !== 1) return undefined
  const isStrong = STRONG_KINDS.test(target.fieldKind) && !TYPES_WITH_DASH.test(target.fieldKind)
  return isStrong ? 'strong' : 'weak'
}

/** Whether their names have the same words; of elements without a name, their icons. */
export function isNamesake(target: Fingerprint, candidate: Fingerprint): boolean {
  if (isNameless(target) && isNameless(candidate)) return compareIcons(target, candidate) === 'same'
  return pairNames(target, candidate).some(([one, other]) => normal(one) === normal(other))
}

/** The highest similarity of all their possible names. */
function compareNames(target: Fingerprint, candidate: Fingerprint): number | undefined {
  if (isNamesake(target, candidate)) return 1
  if (isNameless(target)) return undefined
  const pairs = pairNames(target, candidate)
  return Math.max(0, ...pairs.map(([one, other]) => Math.min(0.99, textSimilarity(one, other))))
}

const isNameless = (of: Fingerprint) => {
  const { name, text, label, placeholder } = withoutIcons(of)
  return !name && !text && !label && !placeholder
}

function isNameContinued(target: Fingerprint, candidate: Fingerprint): boolean {
  return pairNames(target, candidate).some(([one, other]) => {
    const [left, right] = [normal(one), normal(other)]
    return right.startsWith(`${left} `) || left.startsWith(`${right} `)
  })
}

function pairNames(learned: Fingerprint, found: Fingerprint): [string, string][] {
  const [target, candidate] = [withoutIcons(learned), withoutIcons(found)]
  const pairs: [string, string][] = [
    [target.name, candidate.name],
    // The text of a list is its options; it stands in for a name where one of the two has none.
    ...(isNamedList(target) && isNamedList(candidate)
      ? []
      : [[target.text, candidate.text] as [string, string]]),
    [target.label, candidate.label],
    [target.placeholder, candidate.placeholder],
    // A visible text becomes a label, or the other way round.
    [target.name, candidate.text],
    [target.text, candidate.name],
  ]
  return pairs.filter(([one, other]) => one !== '' && other !== '')
}

const asRead = new WeakMap<Fingerprint, Fingerprint>()

/** An element as it is read, without what its font shows as icons. Once for each: it is compared with all others of its page. */
function withoutIcons(of: Fingerprint): Fingerprint {
  const known = asRead.get(of)
  if (known) return known
  const read = { ...of, name: withoutLigatures(of.name, of), text: withoutLigatures(of.text, of) }
  asRead.set(of, read)
  return read
}

const isNamedList = ({ tag, name }: Fingerprint) => tag === 'select' && name !== ''

const normalized = new Map<string, string>()

/** Words without punctuation; the punctuation itself where there is nothing else. */
function normal(text: string): string {
  return cached(normalized, text, () => {
    const lower = text.toLowerCase()
    return lower.replaceAll(/[\s\p{P}\u200B]+/gu, ' ').trim() || lower
  })
}

const equal = (one: string, other: string) => (one && other ? one === other : undefined)

/** Many elements have a link to nowhere. */
const meaningful = (href: string) => (/^[/#]?$/.test(href) ? '' : href)
