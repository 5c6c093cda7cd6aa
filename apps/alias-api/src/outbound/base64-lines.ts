/** The bytes in a line. */
export const lineBytes = 57
// What is in memory at a time, as text too.
const pieceBytes = lineBytes * 1024
const lineEnd = '\r\n'

/** Encodes a file for a message: lines of 76 characters, the last of which has no line end. */
export async function* encodeBase64Lines(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0)
  let end = ''
  const write = (bytes: Buffer): Buffer => {
    const lines = bytes.toString('base64').replaceAll(/.{76}(?=.)/g, `$&${lineEnd}`)
    const written = Buffer.from(end + lines, 'latin1')
    end = lineEnd
    return written
  }
  for await (const chunk of content)
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const all = Buffer.concat([held, chunk.subarray(start, start + pieceBytes)])
      const whole = all.length - (all.length % lineBytes)
      held = all.subarray(whole)
      if (whole > 0) yield write(all.subarray(0, whole))
    }
  if (held.length > 0) yield write(held)
}
