import { inPiecesOf } from '@waypost/storage/testing'
import { addFooter } from './add-footer.ts'

/** For tests: a footer, and messages that get it. */
export const footer = { text: '\r\n--\r\nfooter <https://a.example/?t=1>\r\n', html: '<div>footer</div>' }

export async function add(content: Buffer | string, pieceBytes = 100_000) {
  const rewriting = addFooter(() => inPiecesOf(Buffer.from(content), pieceBytes), footer)
  const pieces: Buffer[] = []
  let next: IteratorResult<Buffer, boolean> = await rewriting.next()
  for (; !next.done; next = await rewriting.next()) pieces.push(next.value)
  return { content: Buffer.concat(pieces), isAdded: next.value }
}
/** The message with the footer; undefined where it cannot have one. */
export const toText = async (content: Buffer | string, pieceBytes?: number): Promise<string | undefined> => {
  const added = await add(content, pieceBytes)
  return added.isAdded ? added.content.toString('latin1') : undefined
}

export const part = (type: string, body: string, more = '') => `Content-Type: ${type}\r\n${more}\r\n${body}`
export const multipart = (type: string, boundary: string, ...each: string[]) =>
  part(
    `multipart/${type}; boundary=${boundary}`,
    `--${boundary}\r\n${each.join(`\r\n--${boundary}\r\n`)}\r\n--${boundary}--\r\n`,
  )
export const message = (body: string) => `Subject: x\r\n${body}`
export const text = (body: string, more = '') => part('text/plain', body, more)
export const html = (body: string, more = '') => part('text/html', body, more)
