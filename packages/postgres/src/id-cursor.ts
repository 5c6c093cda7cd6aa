/** The opaque cursor of the page after the row with this id. */
export function writeCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

export const cursorPattern = /^[A-Za-z0-9_-]{22}$/

/** The id in a cursor; undefined where the cursor is invalid. */
export function readCursor(cursor: string): string | undefined {
  if (!cursorPattern.test(cursor)) return undefined
  return Buffer.from(cursor, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
