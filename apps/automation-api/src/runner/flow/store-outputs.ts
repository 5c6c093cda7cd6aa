import type { ExtractedData, Row } from '@waypost/webhooks'
import type { StoredAction } from '../../automations/action.ts'
import type { Place } from './run-state.ts'

const MOST_ROWS = 10_000
const MOST_BYTES = 8 * 1024 * 1024

/** Stores what a step has read. In a loop the rows of a list are added to those of the rounds before. */
export function storeOutputs(
  stored: ExtractedData,
  action: StoredAction,
  read: ExtractedData | void,
  { isInLoop }: Pick<Place, 'isInLoop'>,
): void {
  for (const [output, value] of Object.entries(read ?? {})) {
    const before = stored[output]
    const isAdded = action.type === 'extract' && isInLoop && Array.isArray(before)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const all = isAdded ? [...(before as Row[]), ...(value as Row[])] : value
    if (Array.isArray(all) && all.length > MOST_ROWS)
      throw new Error(`"${output}" has ${all.length} rows, more than ${MOST_ROWS}`)
    if (action.type === 'extract' && Buffer.byteLength(JSON.stringify(all)) > MOST_BYTES)
      throw new Error(`"${output}" is larger than 8 MiB`)
    stored[output] = all
  }
}
