// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomNode, DomRoot, DomWindow } from '../../../../runner/healing/dom.ts'
import type { Tools } from '../../../../runner/healing/in-page/describe-element.ts'

/** DOM properties that the runner's DOM types lack. */
interface Control extends DomElement {
  checked?: boolean
  disabled?: boolean
  control?: Control | null
  href?: unknown
  method?: unknown
  options?: Iterable<DomElement & { label: string }>
}

/**
 * A Playwright selector engine that describes everything on a page that a person could mean: interactive elements,
 * texts, and their surroundings. Like the runner's own engine, it runs in a world isolated from the page's scripts,
 * and returns its findings as the text of an element outside any page.
 *
 * `list=<limit>` describes all elements, in the page's order; `item=<number>` is one of them; `number` is an element's
 * number.
 */
export function createSurvey(tools: Tools): object {
  const page = globalThis as unknown as DomWindow
  let items: DomElement[] = []
  let headedRows = new Map<DomElement, DomElement | undefined>()

  const ELEMENT_LIMIT = 20_000
  const INTERACTIVE =
    'a, button, input, select, textarea, summary, label, option, [role], [tabindex], [onclick], [contenteditable]'
  const ROLES =
    /^(button|link|checkbox|radio|switch|tab|menuitem|menuitemcheckbox|menuitemradio|option|treeitem|combobox|listbox|textbox|searchbox|spinbutton|slider|gridcell)$/
  const CELLS = 'td, th, [role="cell"], [role="gridcell"], [role="rowheader"], [role="columnheader"]'
  const HEADERS = 'th, [role="columnheader"]'
  const ROW = 'tr, [role="row"]'

  function hand(value: unknown): DomElement {
    const carrier = page.document.createElement('span')
    carrier.textContent = JSON.stringify(value)
    return carrier
  }

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
    for (const child of element.childNodes) {
      if (child.nodeType === 3 && /\S/.test(child.nodeValue ?? '')) return true
    }
    return element.localName === 'img'
  }

  const clean = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

  /** The names that the page's authors gave an element: ids, classes, attributes. */
  function tokensOf(element: DomElement): string[] {
    const given = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa', 'data-automation-id']
    const attributes = [...given, 'itemprop', 'id', 'name']
    const tokens = attributes.map((name) => clean(element.getAttribute(name)))
    return [...tokens, ...clean(element.getAttribute('class')).split(' ')].filter(
      (token) => token.length > 0 && token.length <= 60,
    )
  }

  function tokensAround(element: DomElement): string[] {
    const found: string[] = []
    let current = element.parentElement
    for (let level = 0; current && level < 8 && found.length < 40; level += 1) {
      found.push(...tokensOf(current), current.localName)
      current = current.parentElement
    }
    return found
  }

  const spanOf = (cell: DomElement) => Math.max(1, Number(cell.getAttribute('colspan')) || 1)
  const cellsOf = (row: DomElement) => [...row.children].filter((each) => each.matches(CELLS))

  /** The row of column headers; called for each cell of a table. */
  function findHeaded(table: DomElement): DomElement | undefined {
    if (!headedRows.has(table))
      headedRows.set(
        table,
        [...table.querySelectorAll(ROW)].find((row) => {
          const headers = cellsOf(row)
          return headers.length > 1 && headers.every((header) => header.matches(HEADERS))
        }),
      )
    return headedRows.get(table)
  }

  /** The headers of the element's column and row. */
  function headersOf(element: DomElement): { column: string; row: string } {
    const cell = element.closest(CELLS)
    const row = cell?.closest(ROW)
    const table = row?.closest('table, [role="table"], [role="grid"], [role="treegrid"]')
    if (!cell || !row || !table || cell.parentElement !== row) return { column: '', row: '' }
    const cells = cellsOf(row)
    const startOf = (all: DomElement[], wanted: DomElement) =>
      all.slice(0, all.indexOf(wanted)).reduce((sum, each) => sum + spanOf(each), 0)
    const start = startOf(cells, cell)
    const headed = findHeaded(table)
    const headers = headed && headed !== row ? cellsOf(headed) : []
    const column = headers.find((header) => {
      const from = startOf(headers, header)
      return from <= start && start < from + spanOf(header)
    })
    const first = cells.find((each) => each.matches('th, [role="rowheader"]')) ?? cells[0]
    return {
      column: column ? tools.readText(column, 100) : '',
      row: first && first !== cell ? tools.readText(first, 100) : '',
    }
  }

  function termOf(element: DomElement): string {
    if (element.localName !== 'dd') return ''
    const siblings = [...(element.parentElement?.children ?? [])]
    const term = siblings.slice(0, siblings.indexOf(element)).findLast((each) => each.localName === 'dt')
    return term ? tools.readText(term, 100) : ''
  }

  /** The label's own text: a label often contains its field, and with it all options. */
  function captionOf(element: DomElement): string {
    const read = (node: DomNode): string => {
      if (node.nodeType === 3) return node.nodeValue ?? ''
      if (
        node.nodeType !== 1 ||
        (node as DomElement).matches('select, textarea, input, button, script, style')
      )
        return ' '
      return [...node.childNodes].map(read).join('')
    }
    return clean([...(element.labels ?? [])].map(read).join(' '))
  }

  function isMeantByItself(element: DomElement): boolean {
    if (
      element.matches(
        'h1, h2, h3, h4, h5, h6, tr, li, article, [role="heading"], [role="row"], [role="listitem"], [role="article"], table, ul, ol, output, meter, progress',
      )
    )
      return true
    const isCalled = element.matches(
      '[id], [class], [itemprop], [data-testid], [data-test-id], [data-test], [data-cy], [data-qa], [data-automation-id]',
    )
    return isCalled && clean(element.textContent).length <= 300 && element.localName !== 'option'
  }

  function collect(limit: number): DomElement[] {
    const found: DomElement[] = []
    let looked = 0
    for (const element of everyElement(page.document)) {
      looked += 1
      if (found.length >= limit || looked > ELEMENT_LIMIT) break
      if (/^(html|head|body|script|style|noscript|template|meta|link|title|br|hr)$/.test(element.localName))
        continue
      // Text inside a drawing belongs to the drawing.
      if (element.closest('svg') && element.localName !== 'svg') continue
      const fits = isInteractive(element) || hasOwnText(element) || isMeantByItself(element)
      if (fits && tools.isVisible(element)) found.push(element)
    }
    return found
  }

  function describe(element: Control): object {
    const described = tools.describeElement(element, tools)
    const headers = headersOf(element)
    const control = element.control ?? element
    const isCheckable = control.localName === 'input' && /^(checkbox|radio)$/.test(control.type ?? '')
    const form = element.form ?? undefined
    const given = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed')
    return {
      ...described,
      xpath: described['indexedXpath'],

      isInteractive: isInteractive(element),
      hasOwnText: hasOwnText(element),
      tokens: tokensOf(element),
      around: tokensAround(element),
      caption: captionOf(element),
      column: headers.column,
      row: headers.row,
      term: termOf(element),
      address: typeof element.href === 'string' ? element.href : '',
      isChecked: isCheckable ? control.checked === true : given === null ? null : given === 'true',
      isDisabled: element.disabled === true || element.getAttribute('aria-disabled') === 'true',
      options: [...(element.options ?? [])].slice(0, 200).map((option) => clean(option.label)),
      form: form ? tools.findPaths(form, tools.looksStable).indexedXpath : '',
      isGet: form ? !/^(post|dialog)$/i.test(form.getAttribute('method') ?? '') : false,
    }
  }

  function queryAll(root: DomNode, selector: string): DomElement[] {
    const [verb, argument = ''] = selector.split('=')
    if (verb === 'number') return [hand(items.indexOf(root as DomElement))]
    if (verb === 'item') {
      const item = items[Number(argument)]
      return item?.isConnected ? [item] : []
    }
    items = collect(Number(argument))
    headedRows = new Map()
    return [hand(items.map((each) => describe(each)))]
  }

  return { queryAll, query: (root: DomNode, selector: string) => queryAll(root, selector)[0] ?? null }
}
