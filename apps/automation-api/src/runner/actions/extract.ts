import type { ExtractedData, Row } from '@waypost/webhooks'
import type { ExtractField } from '../../automations/actions/extract-action.ts'
import { ElementMissing, findElement, findElements } from '../elements/find-elements.ts'
import { convertCell } from '../rows/convert-cell.ts'
import type { Reading } from '../rows/reading.ts'
import { type List, readRows, toColumns } from '../rows/read-rows.ts'
import type { ActionOf, Step } from '../step.ts'
import { waitUntil } from '../wait-until.ts'

type Extract = ActionOf<'extract'>

const MOST_ROWS = 10_000

export async function extract(action: Extract, step: Step): Promise<ExtractedData> {
  const { min = 1, output } = action
  const reading = await readList(action, step, min)
  if (!reading) return { [output]: [] }
  const fields = action.fields ?? toColumns(reading)
  check(reading, fields)
  const rows = await convert(reading, fields, action.locale)
  const isEmpty = rows.every((row) => Object.values(row).every((value) => value === null || value === ''))
  if (step.isStrict && isEmpty && min > 0) throw new Error('every value of the list is empty')
  return { [output]: rows }
}

/** Waits for the least number of rows. Undefined where there is no list, and none is needed. */
async function readList(action: Extract, step: Step, min: number): Promise<Reading | undefined> {
  let seen: Reading | undefined
  try {
    const reading = await waitUntil(step, async () => {
      seen = await readRows(await findList(action, step), action.fields)
      return seen && seen.rows.length >= min ? seen : undefined
    })
    if (reading) return reading
  } catch (error) {
    if (error instanceof ElementMissing && min === 0) return undefined
    throw error
  }
  const after = `after ${step.timeoutMs} ms`
  if (!seen) throw new Error(`the list was still changing ${after}`)
  throw new Error(`the list has ${describeCount(seen.rows.length)} ${after}, not ${min}`)
}

async function findList({ rows, table, frame }: Extract, step: Step): Promise<List> {
  return rows
    ? { kind: 'rows', locator: await findElements(step, { selectors: rows, frame }) }
    : { kind: 'table', locator: await findElement(step, { selectors: table!, frame }) }
}

function check({ rows, headers, isTooLarge }: Reading, fields: Record<string, ExtractField>): void {
  if (rows.length > MOST_ROWS) throw new Error(`the list has ${rows.length} rows, more than ${MOST_ROWS}`)
  if (isTooLarge) throw new Error('the list is larger than 8 MiB')
  if (Object.keys(fields).length === 0)
    throw new Error('the table has no headers: name its fields, with selectors within a row')
  const known = new Set(headers.map((header) => header.toLowerCase()))
  for (const { column } of Object.values(fields))
    if (column !== undefined && !known.has(column.replaceAll(/\s+/g, ' ').trim().toLowerCase()))
      throw new Error(
        `the table has no column "${column}", but ${headers.map((each) => `"${each}"`).join(', ')}`,
      )
}

async function convert(
  { rows, language }: Reading,
  fields: Record<string, ExtractField>,
  locale: string | undefined,
): Promise<Row[]> {
  const written = locale ?? findLocale(language)
  const converted: Row[] = []
  for (const [index, cells] of rows.entries()) {
    const row: Row = {}
    for (const [name, { type = 'text', required = false }] of Object.entries(fields)) {
      const value = await convertCell(cells[name], type, written)
      const isMissing = value === undefined || value === null || value === ''
      if (required && isMissing) throw describeValue(name, index, cells[name]?.value, type)
      row[name] = value ?? null
    }
    converted.push(row)
  }
  return converted
}

function describeValue(name: string, index: number, value: unknown, type: string): Error {
  const given = typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined
  return new Error(
    given === undefined
      ? `row ${index + 1} has no "${name}"`
      : `"${name}" of row ${index + 1} cannot be read as ${type}: “${given}”`,
  )
}

/** The page's language, if it tells a real one. */
function findLocale(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}

const describeCount = (rows: number) => (rows === 1 ? '1 row' : `${rows} rows`)
