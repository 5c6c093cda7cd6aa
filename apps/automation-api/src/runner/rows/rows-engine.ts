import { registerEngine } from '../healing/register-engine.ts'
import { createRowsEngine } from './create-rows-engine.ts'
import type { CellQuery } from './reading.ts'

const NAME = 'waypostRows'

await registerEngine(NAME, createRowsEngine)

/** A Playwright selector for the engine, to be used on rows, on a table, or on elements within rows. */
export function rowsSelector(
  verb: 'begin' | 'table' | 'cell' | 'column' | 'end',
  query: Pick<CellQuery, 'id'> | CellQuery,
): string {
  return `${NAME}=${verb}=${encodeURIComponent(JSON.stringify(query).toWellFormed()).replaceAll("'", '%27')}`
}
