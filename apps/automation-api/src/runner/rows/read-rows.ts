import type { Locator } from 'playwright-core'
import type { CellType, ExtractField } from '../../automations/actions/extract-action.ts'
import { hasNavigated } from '../pages/has-navigated.ts'
import { toLocatorWithin } from '../elements/selectors.ts'
import type { ReadAs, Reading } from './reading.ts'
import { rowsSelector } from './rows-engine.ts'
import { isTimeout } from '../is-timeout.ts'

const READ_WITHIN_MS = 5000
let readings = 0

/** A list on a page: its rows, or the table that has them. */
export interface List {
  kind: 'rows' | 'table'
  locator: Locator
}

/**
 * Reads the fields of all rows in one consistent state; undefined where the page changed meanwhile.
 *
 * @param fields absent: every column of a table
 */
export async function readRows(
  { kind, locator }: List,
  fields: Record<string, ExtractField> | undefined,
): Promise<Reading | undefined> {
  const id = ++readings
  try {
    const begin = locator.locator(rowsSelector(kind === 'rows' ? 'begin' : 'table', { id }))
    const asked = fields ?? toColumns(await readText(begin))
    if (fields) await begin.count()
    const rows = kind === 'rows' ? locator : locator.locator('tr, [role=row]')
    for (const [field, { selectors, column, attribute, type }] of Object.entries(asked)) {
      const query = { id, field, attribute, column, readAs: readAs(type) }
      if (!selectors) {
        const verb = column === undefined ? 'cell' : 'column'
        const from = column === undefined ? rows : locator
        await from.locator(rowsSelector(verb, { ...query, alternative: 0 })).count()
      } else
        for (const [alternative, selector] of selectors.entries())
          await toLocatorWithin(rows, selector)
            .locator(rowsSelector('cell', { ...query, alternative }))
            .count()
    }
    const reading = await readText(kind === 'rows' ? locator.locator(rowsSelector('end', { id })) : begin)
    return reading.isChanged ? undefined : reading
  } catch (error) {
    if (hasNavigated(error) || isTimeout(error)) return undefined
    throw error
  }
}

async function readText(locator: Locator): Promise<Reading> {
  return JSON.parse((await locator.textContent({ timeout: READ_WITHIN_MS })) ?? 'null') as Reading
}

/** Every column of a table, under its header. */
export function toColumns({ headers }: Pick<Reading, 'headers'>): Record<string, ExtractField> {
  return Object.fromEntries(headers.map((column) => [column, { column }]))
}

function readAs(type: CellType = 'text'): ReadAs {
  switch (type) {
    case 'url':
    case 'html':
    case 'boolean':
    case 'date':
      return type
    case 'exists':
    case 'count':
      return 'exists'
    default:
      return 'text'
  }
}
