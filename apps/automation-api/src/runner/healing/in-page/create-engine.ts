// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomNode, DomRoot, DomWindow } from '../dom.ts'
import type { Described, Tools } from './describe-element.ts'

/**
 * A Playwright selector engine that describes elements. An engine runs in an isolated world, where a page's changes to
 * built-ins have no effect. Engines return only elements, so the data is returned as the text of an element outside
 * any page.
 *
 * `describe` describes the element it starts from and remembers it; `describe=<exact>,<bare>,<called>…`, with hashes
 * of names, also describes its surroundings (`Wanted`); `candidates=<purpose>,<limit>` describes all elements that it
 * could be mistaken for; `candidate=<index>` is one of those; `around=<purpose>,<limit>` describes so many of them on each side of
 * the remembered one; `same` tells whether an element is the remembered one.
 * `texts=<reading>` returns, as one element, the visible texts of all elements that it starts from.
 */
export function createEngine(tools: Tools): object {
  const page = globalThis as unknown as DomWindow
  let remembered: DomElement | undefined
  let candidates: DomElement[] = []
  let reading: { id: string; texts: string[]; carrier: DomElement } | undefined

  const INTERACTIVE =
    'a, button, input, select, textarea, summary, label, option, [role], [tabindex], [onclick], [contenteditable]'
  const ROLES =
    /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|listbox|textbox|searchbox|spinbutton|slider|gridcell)$/

  function hand(value: unknown): DomElement {
    const carrier = page.document.createElement('span')
    carrier.textContent = JSON.stringify(value)
    return carrier
  }

  /** Playwright queries each element separately and drops duplicates, so one carrier element serves all. */
  function readInto(id: string, element: DomElement): DomElement {
    if (reading?.id !== id) {
      const texts: string[] = []
      const carrier = page.document.createElement('span')
      // Serialised once, when all texts are in it.
      Object.defineProperty(carrier, 'textContent', { get: () => JSON.stringify(texts) })
      reading = { id, texts, carrier }
    }
    const isField = /^(?:input|textarea|select)$/.test(element.localName)
    reading.texts.push(String((isField ? element.value : element.innerText) ?? element.textContent).trim())
    return reading.carrier
  }

  // Pages of tens of thousands of elements are not worth a step's time.
  const ELEMENT_LIMIT = 20_000
  const TWIN_LIMIT = 500
  const ROW_LIMIT = 50
  const FOLLOWS = 4

  function* everyElement(root: DomRoot | DomElement): Generator<DomElement> {
    for (const element of root.querySelectorAll('*')) {
      yield element
      if (element.shadowRoot) yield* everyElement(element.shadowRoot)
    }
  }

  function isInteractive(element: DomElement): boolean {
    if (element.matches(INTERACTIVE)) {
      if (!element.hasAttribute('role') || ROLES.test(tools.findRole(element))) return true
      if (element.hasAttribute('tabindex') || element.hasAttribute('onclick')) return true
    }
    if (page.getComputedStyle(element).cursor !== 'pointer') return false
    const parent = element.parentElement
    return !parent || page.getComputedStyle(parent).cursor !== 'pointer'
  }

  function hasOwnText(element: DomElement): boolean {
    if (/^(script|style|noscript|template)$/.test(element.localName)) return false
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && /\S/.test(child.nodeValue ?? '')) return true
    }
    return element.localName === 'img'
  }

  function collect(purpose: string, limit: number): DomElement[] {
    const found: DomElement[] = []
    let looked = 0
    for (const element of everyElement(page.document)) {
      looked += 1
      if (found.length >= limit || looked > ELEMENT_LIMIT) break
      const fits =
        purpose === 'fill' || purpose === 'upload'
          ? element.matches('input, textarea, select, [contenteditable], [role]')
          : purpose === 'choose'
            ? element.localName === 'select'
            : isInteractive(element) || (purpose === 'read' && hasOwnText(element))
      // A file input is usually hidden behind a button.
      if (fits && (purpose === 'upload' || tools.isVisible(element))) found.push(element)
    }
    return found
  }

  const twinKey = ({ tag, role, name, text, glyph }: Described) => `${tag} ${role} ${name || text || glyph}`

  function withOrdinals(described: Described[]): Described[] {
    const groups = Map.groupBy(described, twinKey)
    const kinds = Map.groupBy(described, ({ fieldKind }) => fieldKind)
    const elementOf = new Map(described.map((each, index) => [each, candidates[index]!]))
    const rows = new Map<Described, string>()
    const headingOf = tools.findHeadings(everyElement(page.document), tools)
    const headings = new Map(described.map((each) => [each, headingOf(elementOf.get(each)!)]))
    for (const group of groups.values()) {
      if (group.length < 2 || group.length > ROW_LIMIT) continue
      const read = tools.readRows(
        group.map((each) => elementOf.get(each)!),
        tools,
      )
      for (const [index, each] of group.entries()) rows.set(each, read[index]!)
    }
    return described.map((each) => {
      const group = groups.get(twinKey(each)) ?? [each]
      const ordinal = { index: group.indexOf(each), count: group.length }
      const fieldKindCount = each.fieldKind ? (kinds.get(each.fieldKind)?.length ?? 0) : 0
      const heading = onlyHeading(headings.get(each)!, group.length, () =>
        group.filter((other) => headings.get(other) === headings.get(each)),
      )
      const twins = countTwins(each, group)
      return { ...each, ordinal, fieldKindCount, heading, twins, row: rows.get(each) ?? '' }
    })
  }

  // One part of a page has the menus, at its top or at its side.
  const areaOf = (landmark: string) =>
    /^(?:navigation|banner|complementary|search)$/.test(landmark) ? 'menu' : landmark

  function countTwins(
    { landmark, form }: Described,
    twins: Pick<Described, 'landmark' | 'form'>[],
  ): { part: number; form: number } {
    if (twins.length > ROW_LIMIT) return { part: 0, form: 0 }
    const inPart = twins.filter((twin) => areaOf(twin.landmark) === areaOf(landmark))
    const inForm = form === '' ? [] : twins.filter((twin) => twin.form === form)
    return { part: inPart.length, form: inForm.length }
  }

  /** A heading that several elements of one name are under tells them not apart. */
  function onlyHeading(heading: string, twins: number, listUnder: () => unknown[]): string {
    return heading === '' || twins > ROW_LIMIT || listUnder().length > 1 ? '' : heading
  }

  function describeOne(element: DomElement, asked: string | undefined): Described {
    const described = tools.describeElement(element, tools)
    const twins: DomElement[] = []
    let fieldKindCount = 0
    let looked = 0
    for (const other of everyElement(page.document)) {
      if (described.fieldKind && tools.findFieldKind(other) === described.fieldKind && tools.isVisible(other))
        fieldKindCount += 1
      if (other.localName !== described.tag) continue
      looked += 1
      if (other !== element) {
        if (looked > TWIN_LIMIT) continue
        const role = tools.findRole(other)
        if (role !== described.role || !tools.isVisible(other)) continue
        const { name } = tools.findNames(other, role, tools.readText)
        if (name !== described.name) continue
        if (!name && tools.readText(other, 160) !== described.text) continue
        if (!name && !described.text && tools.findGlyph(other, tools.hashName) !== described.glyph) continue
      }
      twins.push(other)
    }
    const index = twins.indexOf(element)
    const ordinal = { index, count: twins.length }
    const headingOf = tools.findHeadings(everyElement(page.document), tools)
    const above = headingOf(element)
    const heading = onlyHeading(above, twins.length, () => twins.filter((twin) => headingOf(twin) === above))
    const isFew = twins.length <= ROW_LIMIT
    const kept = twins.map((twin) => ({
      landmark: isFew ? tools.findLandmark(twin) : '',
      form: isFew ? tools.describeForm(twin, tools) : '',
    }))
    const own = { ordinal, fieldKindCount, heading, twins: countTwins(described, kept) }
    if (asked === undefined) return { ...described, ...own }
    const [exact = '', bare = '', ...called] = asked.split(',')
    const rows = twins.length > 1 && twins.length <= ROW_LIMIT ? tools.readRows(twins, tools) : []
    const survey = tools.surveyPage(element, everyElement(page.document), { exact, bare, called }, tools)
    const otherRows = rows.filter((row, at) => row !== '' && at !== index)
    return {
      ...described,
      ...own,
      row: rows[index] ?? '',
      ...survey,
      others: [...otherRows, ...survey.others],
    }
  }

  /** The nearest ones before the remembered element and after it, as many of each. */
  function describeAround(purpose: string, limit: number): { before: Described[]; after: Described[] } {
    const [before, after]: [DomElement[], DomElement[]] = [[], []]
    for (const each of remembered ? collect(purpose, ELEMENT_LIMIT) : []) {
      if (each === remembered) continue
      const isAfter = (remembered!.compareDocumentPosition(each) & FOLLOWS) !== 0
      ;(isAfter ? after : before).push(each)
    }
    const describe = (each: DomElement) => tools.describeElement(each, tools)
    return { before: before.slice(-limit).map(describe), after: after.slice(0, limit).map(describe) }
  }

  function queryAll(root: DomNode, selector: string): DomElement[] {
    const [verb, argument] = selector.split('=')
    if (verb === 'same') return [hand(root === remembered)]
    if (verb === 'texts') return [readInto(argument ?? '', root as DomElement)]
    if (verb === 'candidate') {
      const candidate = candidates[Number(argument)]
      return candidate?.isConnected ? [candidate] : []
    }
    if (verb === 'describe') {
      remembered = root as DomElement
      return [hand(describeOne(remembered, argument))]
    }
    const [purpose = '', limit = ''] = (argument ?? '').split(',')
    if (verb === 'around') return [hand(describeAround(purpose, Number(limit)))]
    candidates = collect(purpose, Number(limit))
    return [hand(withOrdinals(candidates.map((each) => tools.describeElement(each, tools))))]
  }

  return { queryAll, query: (root: DomNode, selector: string) => queryAll(root, selector)[0] ?? null }
}
