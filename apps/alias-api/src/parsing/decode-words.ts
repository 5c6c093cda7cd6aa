// RFC 2047. A charset may have a language behind an asterisk (RFC 2231).
const encodedWord = /=\?([^?*\s]{1,40})(?:\*[^?\s]{0,40})?\?([BQ])\?([^?\s]*)\?=/gi
const onlySpace = /^\s*$/

/**
 * Decodes the encoded words in the value of a field. Those of one charset that follow each other are decoded together,
 * since a character may be split between them. Takes time that grows with the length alone: others write the value.
 */
export function decodeWords(value: string): string {
  const decoded: string[] = []
  let run: { charset: string; bytes: Buffer[] } | undefined
  const endRun = (): void => {
    if (run) decoded.push(decode(Buffer.concat(run.bytes), run.charset))
    run = undefined
  }
  let end = 0
  for (const match of value.matchAll(encodedWord)) {
    const between = value.slice(end, match.index)
    end = match.index + match[0].length
    const charset = match[1]!.toLowerCase()
    // Space between two encoded words is there for the length of lines alone.
    if (!run || !onlySpace.test(between)) {
      endRun()
      decoded.push(between)
    } else if (run.charset !== charset) endRun()
    run ??= { charset, bytes: [] }
    run.bytes.push(match[2]!.toUpperCase() === 'B' ? Buffer.from(match[3]!, 'base64') : fromQ(match[3]!))
  }
  endRun()
  return decoded.join('') + value.slice(end)
}

const fromQ = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replaceAll(/=([\dA-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // A charset that nobody knows.
    return bytes.toString()
  }
}
