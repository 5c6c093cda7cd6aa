import { randomUUIDv7 } from 'node:crypto'

let last: string = ''

/**
 * A UUIDv7 (RFC 9562): sorts by creation time, so that primary keys grow at one end of their index. Ids of one process are
 * in the order in which they were made, those of one millisecond too: lists are sorted by id.
 */
export function newId(): string {
  let id: string = randomUUIDv7()
  if (isBefore(id, last)) {
    // The 12 bits below the time count on, as long as there is room.
    const count = Number.parseInt(last.slice(15, 18), 16) + 1
    if (count < 0x1000) id = `${last.slice(0, 15)}${count.toString(16).padStart(3, '0')}${id.slice(18)}`
    else while (isBefore(id, last)) id = randomUUIDv7()
  }
  last = id
  return id
}

/** Of one millisecond; where the clock was set back, ids follow it. */
const isBefore = (id: string, other: string): boolean => id <= other && id.slice(0, 13) === other.slice(0, 13)

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be an id at all: for anything else Postgres returns an error instead of no row. */
export function isId(text: string): boolean {
  return uuidForm.test(text)
}
