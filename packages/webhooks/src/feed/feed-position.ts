/** A place in a feed: after the delivery with this id, which this transaction published. */
export interface FeedPosition {
  /** Of Postgres's type `xid8`. */
  xact: string
  id: string
}

/** The opaque text of a position. */
export function writePosition({ xact, id }: FeedPosition): string {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64BE(BigInt(xact))
  bytes.write(id.replaceAll('-', ''), 8, 'hex')
  return bytes.toString('base64url')
}

/** @returns undefined for a text that is no position */
export function readPosition(text: string): FeedPosition | undefined {
  if (!/^[\w-]{32}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const id = bytes.toString('hex', 8).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { xact: bytes.readBigUInt64BE().toString(), id }
}
