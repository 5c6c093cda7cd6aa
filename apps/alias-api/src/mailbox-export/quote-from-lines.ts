const lineFeed = 10

/**
 * Writes a message as it stands in an mbox: lines end in LF, and `>` precedes a line that would begin the next message.
 * Without that `>`, and with CRLF, the message has its bytes again, since mail is accepted only with CRLF.
 */
export async function* quoteFromLines(message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // A line that has not ended yet: what it begins with may be in two chunks.
  let begun: Buffer[] = []
  for await (const chunk of message) {
    const end = chunk.lastIndexOf(lineFeed) + 1
    if (end > 0) {
      yield quoteLines(Buffer.concat([...begun, chunk.subarray(0, end)]))
      begun = []
    }
    if (end < chunk.length) begun.push(chunk.subarray(end))
  }
  if (begun.length > 0) yield quoteLines(Buffer.concat([...begun, Buffer.of(lineFeed)]))
}

function quoteLines(lines: Buffer): Buffer {
  // Latin-1 has a character for each byte.
  const text = lines.toString('latin1').replaceAll('\r\n', '\n')
  return Buffer.from(
    text.replaceAll(/(^|\n)(>*From )/g, (_, start: string, line: string) => `${start}>${line}`),
    'latin1',
  )
}
