// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomWindow } from '../dom.ts'
import type { FindDestination } from './find-destination.ts'
import type { FindLandmark } from './find-landmark.ts'
import type { FindNames, FindRole } from './find-role-and-name.ts'
import type { FindGlyph } from './find-glyph.ts'
import type { HashName, ReadName } from './read-name.ts'
import type { ReadText } from './read-text.ts'

/** The functions in a page that a survey needs. */
export interface SurveyTools {
  readText: ReadText
  findRole: FindRole
  findNames: FindNames
  isVisible: (element: DomElement) => boolean
  findIcon: (element: DomElement) => string
  findGlyph: FindGlyph
  findDestination: FindDestination
  findLandmark: FindLandmark
  readName: ReadName
  hashName: HashName
}

/** The hashes that a query is about, empty where nothing is wanted. */
export interface Wanted {
  /** Of the learned role and name, as it is and without counts, prices and dates. */
  exact: string
  bare: string
  /** Of the step's name. */
  called: string[]
}

export type Survey = {
  /** Hashes of the names of the other usable elements on the page, nearest first. */
  others: string[]
  /** How many other elements have the learned role and name. */
  elsewhere: { exact: number; bare: number }
  /** How many other elements of the same role have the step's name. */
  called: number
}

export type SurveyPage = (
  target: DomElement,
  everything: Iterable<DomElement>,
  wanted: Wanted,
  tools: SurveyTools,
) => Survey

/** Describes the surroundings of an element, in the order of the page. */
export function surveyPage(
  target: DomElement,
  everything: Iterable<DomElement>,
  wanted: Wanted,
  tools: SurveyTools,
): Survey {
  const page = globalThis as unknown as DomWindow
  const KEPT = 400
  // Pages with more elements are not worth a step's time.
  const LOOKED_AT = 3000
  const PASSED = 20_000
  const MAX_NAME_LENGTH = 80
  const USABLE =
    'a, button, input, select, textarea, summary, h1, h2, h3, h4, h5, h6, [role], [tabindex], [onclick], [contenteditable]'
  const MENU = /^(?:navigation|banner|complementary|search)$/
  const role = tools.findRole(target)
  const before: string[][] = []
  const after: string[][] = []
  const elsewhere = { exact: 0, bare: 0 }
  const words = new Set<string>()
  const leadsTo = tools.findDestination(target)
  const path = pathOf(leadsTo)
  const shared = new Set<string>()
  const passedForLandmarks = new Set<DomElement>()
  const landmarks = new Set([tools.findLandmark(target, passedForLandmarks)])
  const ownName = tools.readName(nameOf(target)).exact
  let twins = 0
  let called = 0
  let looked = 0
  let passed = 0
  let isPast = false
  for (const element of everything) {
    passed += 1
    if (passed > PASSED) break
    if (element === target || target.contains(element)) {
      isPast = true
      continue
    }
    if (!isUsable(element) || element.contains(target) || !tools.isVisible(element)) continue
    looked += 1
    if (looked > LOOKED_AT) break
    landmarks.add(tools.findLandmark(element, passedForLandmarks))
    const its = leadsTo === '' ? '' : tools.findDestination(element, path)
    if (its === leadsTo && its !== '') shared.add('> address')
    if (pathOf(its) === path && its !== '') shared.add('> path')
    const text = nameOf(element)
    if (!text) continue
    const { exact, bare } = tools.readName(text)
    for (const word of plainWords(exact)) words.add(word)
    const itsRole = tools.findRole(element)
    if (exact === ownName && itsRole !== 'heading' && itsRole !== '') twins += 1
    if (wanted.exact && tools.hashName(`${itsRole} ${exact}`) === wanted.exact) elsewhere.exact += 1
    if (wanted.bare && tools.hashName(`${itsRole} ${bare}`) === wanted.bare) elsewhere.bare += 1
    const hash = tools.hashName(exact)
    if (itsRole === role && wanted.called.includes(hash)) called += 1
    // For a name with a number, the name without it is stored too, marked as such. The same number tells nothing apart.
    const hashes = bare && bare !== exact && exact !== ownName ? [hash, tools.hashName(`# ${bare}`)] : [hash]
    const side = isPast ? after : before
    side.push(hashes)
  }
  const own = tools.hashName(ownName)
  // The words of its name that others have too, and first that these are known at all.
  const common = plainWords(ownName).filter((word) => words.has(word))
  const marks = ['', ...common].map((word) => tools.hashName(`~ ${word}`))
  // That another one leads where it does, or to the same path with another query.
  for (const mark of shared) marks.push(tools.hashName(mark))
  // A page of twenty years ago says nowhere what is a menu, or the footer.
  if (![...landmarks].some((each) => MENU.test(each))) marks.push(tools.hashName('/ no menu'))
  if (!landmarks.has('contentinfo')) marks.push(tools.hashName('/ no footer'))
  if (twins > 0) marks.push(tools.hashName('= twin'))
  const nearest: string[] = []
  for (let index = 0; nearest.length < KEPT && index < Math.max(before.length, after.length); index += 1) {
    nearest.push(...(before.at(-1 - index) ?? []), ...(after[index] ?? []))
  }
  const others = [...new Set([...marks, ...nearest])].filter((each) => each !== own).slice(0, KEPT)
  return { others, elsewhere, called }

  function plainWords(name: string): string[] {
    return name
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .split(/[^\p{L}\p{N}]+/u)
  }

  function pathOf(address: string): string {
    return address.split(/[?#]/)[0]!
  }

  function isUsable(element: DomElement): boolean {
    if (element.matches(USABLE)) return true
    let hasText = false
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && /\S/.test(child.nodeValue ?? '')) hasText = true
    }
    return hasText && page.getComputedStyle(element).cursor === 'pointer'
  }

  function nameOf(element: DomElement): string {
    const itsRole = tools.findRole(element)
    const { name } = tools.findNames(element, itsRole, tools.readText)
    if (name) return name
    if (/^(input|select|textarea)$/.test(element.localName)) return element.getAttribute('name') ?? ''
    // Other roles, such as tables and forms, take no name from their content.
    const isWhole = itsRole === '' || /^(button|link|tab|menuitem|option|paragraph)$/.test(itsRole)
    const text = isWhole ? tools.readText(element, MAX_NAME_LENGTH + 1) : ''
    return (
      (text.length <= MAX_NAME_LENGTH && text) ||
      tools.findIcon(element) ||
      tools.findGlyph(element, tools.hashName)
    )
  }
}

export type ReadRows = (twins: DomElement[], tools: SurveyTools) => string[]

/**
 * Distinguishes elements of one name: for each, a hash of the text of the largest part of the page that contains it
 * and none of the others, such as its row of a table. Empty where that is the same for two of them.
 */
export function readRows(twins: DomElement[], tools: SurveyTools): string[] {
  const texts = twins.map((twin) => {
    let row = twin
    for (let parent = twin.parentElement; parent; parent = parent.parentElement) {
      const around = parent
      if (twins.some((other) => other !== twin && around.contains(other))) break
      row = parent
    }
    return row === twin ? { exact: '', bare: '' } : tools.readName(tools.readText(row, 120))
  })
  const isTelling = (key: 'exact' | 'bare') => new Set(texts.map((text) => text[key])).size === texts.length
  const key = isTelling('bare') ? 'bare' : 'exact'
  return texts.map((text) => {
    const isOne = text[key] !== '' && texts.filter((other) => other[key] === text[key]).length === 1
    return isOne ? tools.hashName(`row ${text[key]}`) : ''
  })
}
