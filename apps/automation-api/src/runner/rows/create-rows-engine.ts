// oxlint-disable unicorn/consistent-function-scoping -- each function here is sent to the page alone
import type { DomElement, DomNode, DomWindow } from '../healing/dom.ts'
import type { Tools } from '../healing/in-page/describe-element.ts'
import type { CellQuery, ReadCell, Reading } from './reading.ts'

interface Carrying extends DomElement {
  checked?: boolean
  alt?: string
  innerHTML?: string
}

/**
 * A Playwright selector engine that reads lists, row by row: a value is stored with the row that its element is in, so
 * that the values of a row cannot be mixed up with those of another.
 *
 * `begin=<id>` makes the elements that it starts from the rows, `table=<id>` the rows of the table that it starts from.
 * `cell=<query>` reads an element within a row, `column=<query>` a column of all rows. `end=<id>`, from the rows again,
 * returns everything as the text of an element outside the page.
 */
export function createRowsEngine(tools: Tools): object {
  const page = globalThis as unknown as DomWindow & {
    document: { documentElement: DomElement; baseURI: string }
  }
  const BYTE_LIMIT = 8 * 1024 * 1024

  let id = -1
  let rows: DomElement[] = []
  let indexes = new Map<DomElement, number>()
  let cells: Record<string, ReadCell & { alternative: number; isVisible: boolean }>[] = []
  let columns: Map<string, DomElement>[] = []
  let headers: string[] = []
  let again = new Set<DomElement>()
  let size = 0
  let carrier = page.document.createElement('span') as Carrying

  function start(wanted: number): void {
    if (id === wanted) return
    id = wanted
    rows = []
    indexes = new Map()
    cells = []
    columns = []
    headers = []
    again = new Set()
    size = 0
    carrier = page.document.createElement('span')
    // Serialised once, when everything is in it.
    Object.defineProperty(carrier, 'textContent', { get: finish })
  }

  function addRow(row: DomElement): void {
    if (indexes.has(row)) return
    indexes.set(row, rows.length)
    rows.push(row)
    cells.push({})
  }

  const parentOf = (node: DomNode): DomNode | null => node.parentNode ?? node.getRootNode().host ?? null

  function rowOf(element: DomElement): number | undefined {
    let node: DomNode | null = element
    while (node) {
      const index = indexes.get(node as DomElement)
      if (index !== undefined) return index
      const parent = parentOf(node)
      node = parent === node ? null : parent
    }
    return undefined
  }

  const squeeze = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

  function textOf(element: Carrying): string {
    if (element.localName === 'img') return (element.alt ?? '').trim()
    if (/^(?:input|textarea|select)$/.test(element.localName)) return (element.value ?? '').trim()
    return (element.innerText ?? element.textContent ?? '').trim()
  }

  function resolve(address: string | null | undefined): string | null {
    if (!address) return null
    try {
      return new URL(address, page.document.baseURI).href
    } catch {
      return null
    }
  }

  function read(element: Carrying, { readAs, attribute }: CellQuery): string | boolean | null {
    if (readAs === 'exists') return true
    if (readAs === 'url') {
      if (attribute) return resolve(element.getAttribute(attribute))
      const link = element.closest('a[href]') ?? element.querySelector('a[href]')
      return resolve(link?.getAttribute('href') ?? element.getAttribute('src'))
    }
    if (attribute) return element.getAttribute(attribute)
    if (readAs === 'html') return element.innerHTML ?? ''
    if (readAs === 'boolean') {
      const box = (
        element.matches('input')
          ? element
          : (element.querySelector('input[type=checkbox], input[type=radio]') ?? element)
      ) as Carrying
      if (/^(?:checkbox|radio)$/.test(box.type ?? '')) return box.checked === true
      const state = element.getAttribute('aria-checked') ?? element.getAttribute('aria-pressed')
      if (state !== null) return state === 'true'
    }
    if (readAs === 'date') {
      const time = element.matches('time[datetime]') ? element : element.querySelector('time[datetime]')
      if (time) return time.getAttribute('datetime')
    }
    return textOf(element)
  }

  function store(index: number, element: Carrying, query: CellQuery): void {
    const { field, alternative } = query
    const row = cells[index]!
    const known = row[field]
    if (known && known.alternative < alternative) return
    const isSame = known?.alternative === alternative
    const count = isSame ? known.count + 1 : 1
    // Sites have the same value twice, for small and large windows: the visible one is meant.
    const isVisible = tools.isVisible(element)
    if (isSame && (known.isVisible || !isVisible)) {
      known.count = count
      return
    }
    const value = size > BYTE_LIMIT ? null : read(element, query)
    if (typeof value === 'string') size += value.length
    row[field] = { value, count, alternative, isVisible }
  }

  const CELLS = 'td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]'
  const isHeader = (cell: DomElement) => cell.matches('th:not([scope=row]), [role=columnheader]')

  /** The cells of a table's rows at their columns: one that spans several columns or rows is in each of them. */
  function layOut(table: DomElement): { row: DomElement; cells: DomElement[] }[] {
    const isOwn = (element: DomElement) =>
      element.parentElement?.closest('table, [role=table], [role=grid]') === table
    const grid: { row: DomElement; cells: DomElement[] }[] = []
    const spanning: { cell: DomElement; rows: number }[] = []
    const spanOf = (cell: DomElement, name: string) =>
      Math.min(
        1000,
        Math.max(1, Number(cell.getAttribute(name) ?? cell.getAttribute(`aria-${name}`) ?? 1) || 1),
      )
    for (const row of table.querySelectorAll('tr, [role=row]')) {
      if (!isOwn(row) || !row.checkVisibility({ visibilityProperty: true })) continue
      const laid: DomElement[] = []
      const pending = [...row.querySelectorAll(CELLS)].filter(
        (cell) => cell.parentElement?.closest('tr, [role=row]') === row,
      )
      for (let column = 0; pending.length > 0 || (spanning[column]?.rows ?? 0) > 0;) {
        const above = spanning[column]
        if (above && above.rows > 0) {
          laid[column] = above.cell
          above.rows -= 1
          column += 1
          continue
        }
        const cell = pending.shift()!
        const width = spanOf(cell, 'colspan')
        const height = spanOf(cell, 'rowspan')
        for (let at = 0; at < width; at += 1, column += 1) {
          laid[column] = cell
          spanning[column] = { cell, rows: height - 1 }
        }
      }
      if (laid.length > 0) grid.push({ row, cells: laid })
    }
    return grid
  }

  function beginTable(table: DomElement): void {
    const grid = layOut(table)
    const head = grid.filter(({ row, cells: own }) => row.closest('thead') !== null || own.every(isHeader))
    const titles = (head.at(-1)?.cells ?? []).map((cell) => squeeze(textOf(cell as Carrying)))
    headers = titles.map((title, at) => {
      const name = title || `Column ${at + 1}`
      const before = titles.slice(0, at).filter((each) => each === title).length
      return title && before > 0 ? `${name} ${before + 1}` : name
    })
    for (const { row, cells: own } of grid) {
      if (head.some((each) => each.row === row) || row.closest('tfoot') !== null) continue
      addRow(row)
      columns.push(
        new Map(headers.flatMap((header, at) => (own[at] ? [[header.toLowerCase(), own[at]]] : []))),
      )
    }
  }

  function finish(): string {
    const isChanged =
      rows.some((row) => !row.isConnected) ||
      (again.size > 0 && (again.size !== rows.length || rows.some((row) => !again.has(row))))
    const reading: Reading = {
      rows: cells.map((row) =>
        Object.fromEntries(Object.entries(row).map(([field, { value, count }]) => [field, { value, count }])),
      ),
      headers,
      language: page.document.documentElement.getAttribute('lang') ?? '',
      isChanged,
      isTooLarge: size > BYTE_LIMIT,
    }
    return JSON.stringify(reading)
  }

  function queryAll(root: DomNode, selector: string): DomElement[] {
    const [verb = '', ...rest] = selector.split('=')
    const query = JSON.parse(decodeURIComponent(rest.join('='))) as CellQuery
    start(query.id)
    const element = root as Carrying
    if (verb === 'begin') addRow(element)
    if (verb === 'table' && rows.length === 0) beginTable(element)
    if (verb === 'end') again.add(element)
    if (verb === 'cell') {
      const index = rowOf(element)
      if (index !== undefined) store(index, element, query)
    }
    if (verb === 'column') {
      const name = squeeze(query.column ?? '').toLowerCase()
      for (const [index, own] of columns.entries()) {
        const cell = own.get(name)
        if (cell) store(index, cell, query)
      }
    }
    return [carrier]
  }

  return { queryAll, query: (root: DomNode, selector: string) => queryAll(root, selector)[0] ?? null }
}
