import { randomUUIDv7 } from 'node:crypto'

// The 12 bits below the time count the ids of one millisecond.
const mostOfOneMillisecond = 0xfff

let millisecond = 'none yet'
let count = 0

/**
 * A UUIDv7 (RFC 9562): sorts by creation time, so that primary keys grow at one end of their index. Ids of one process are
 * in the order in which they were made, those of one millisecond too: lists are sorted by id. Where the clock was set back,
 * ids follow it.
 */
export function newId(): string {
  let id: string = randomUUIDv7()
  if (count === mostOfOneMillisecond) while (id.startsWith(millisecond)) id = randomUUIDv7()
  if (id.startsWith(millisecond)) {
    count += 1
  } else {
    millisecond = id.slice(0, 13)
    // Begins in the lower half, so that at least 2,048 more fit.
    count = Number.parseInt(id.slice(15, 18), 16) >> 1
  }
  return `${id.slice(0, 15)}${count.toString(16).padStart(3, '0')}${id.slice(18)}`
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be an id at all: for anything else Postgres returns an error instead of no row. */
export function isId(text: string): boolean {
  return uuidForm.test(text)
}
