import { randomUUIDv7 } from 'node:crypto'

/** A UUIDv7 (RFC 9562): sorts by creation time, so that primary keys grow at one end of their index. */
export function newId(): string {
  return randomUUIDv7()
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be an id at all: for anything else Postgres returns an error instead of no row. */
export function isId(text: string): boolean {
  return uuidForm.test(text)
}
