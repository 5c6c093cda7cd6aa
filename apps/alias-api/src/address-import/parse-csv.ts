export interface CsvRow {
  /** The line on which it begins; the first is 1. */
  line: number
  cells: string[]
}

/**
 * Parses CSV as RFC 4180 has it, and as spreadsheets save it: with a byte order mark, with semicolons or tabs, with any
 * line ends. Rows without content are left out.
 *
 * @returns undefined where a quote is not closed
 */
export function parseCsv(text: string): CsvRow[] | undefined {
  const csv = text.replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(csv)
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  let at = 0
  const endRow = () => {
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  while (at < csv.length) {
    const cell = csv[at] === '"' ? readQuoted(csv, at) : readPlain(csv, at, delimiter)
    if (!cell) return undefined
    row.cells.push(cell.value)
    line += cell.value.split('\n').length - 1
    at = cell.end
    if (csv[at] === delimiter) {
      at += 1
      // The last cell of the file is empty.
      if (at === csv.length) row.cells.push('')
    } else {
      at += csv.startsWith('\r\n', at) ? 2 : 1
      line += 1
      endRow()
    }
  }
  endRow()
  return rows
}

function delimiterOf(csv: string): string {
  const header = csv.split(/[\r\n]/, 1)[0]!
  return [',', ';', '\t'].find((mark) => header.includes(mark)) ?? ','
}

interface Cell {
  value: string
  /** Where what follows begins. */
  end: number
}

function readQuoted(csv: string, start: number): Cell | undefined {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = csv.indexOf('"', from)
    if (quote === -1) return undefined
    value += csv.slice(from, quote)
    if (csv[quote + 1] !== '"') {
      const end = quote + 1
      return end === csv.length || /[,;\t\r\n]/.test(csv[end]!) ? { value, end } : undefined
    }
    value += '"'
    from = quote + 2
  }
}

function readPlain(csv: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < csv.length && csv[end] !== delimiter && csv[end] !== '\n' && csv[end] !== '\r') end += 1
  return { value: csv.slice(start, end), end }
}
