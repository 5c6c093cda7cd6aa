/** A part of a body: of its JSON, or of the text of one of its files, in which characters may be escaped. */
interface BodyPiece {
  /** The number of the file; null for the JSON. */
  file: number | null
  bytes: Buffer
}

const [quote, backslash, colon] = ['"', '\\', ':'].map((mark) => mark.charCodeAt(0)) as [
  number,
  number,
  number,
]
const spaces = new Set(Buffer.from(' \t\r\n'))
// A character of a name may be written as `\u0041`.
const bytesOfEscape = 6

/**
 * Takes the texts that have a name out of a JSON body, wherever they are in it, so that the rest is small and can be parsed as any
 * other body. Whether the rest is JSON is for the parser to say.
 *
 * @param name of the texts
 * @param standInFor what the JSON has in place of a file
 */
export function createFileSplitter(
  name: string,
  standInFor: (file: number) => string,
): { write(chunk: Buffer): BodyPiece[] } {
  let place: 'outside' | 'text' | 'file' = 'outside'
  let isEscaped = false
  /** The last text, as far as it may be the name. */
  let text = ''
  let isAfterText = false
  let isFileNext = false
  let files = 0

  const isName = (): boolean => {
    if (!text.includes('\\')) return text === name
    try {
      return JSON.parse(`"${text}"`) === name
    } catch {
      return false
    }
  }
  const readOutside = (byte: number): void => {
    if (byte === colon) isFileNext = isAfterText && isName()
    else if (spaces.has(byte)) return
    else if (byte === quote) {
      place = isFileNext ? 'file' : 'text'
      text = ''
      isFileNext = false
    } else isFileNext = false
    isAfterText = false
  }
  const readText = (byte: number): void => {
    if (byte === quote && !isEscaped) {
      place = 'outside'
      isAfterText = true
      return
    }
    isEscaped = byte === backslash && !isEscaped
    if (text.length <= bytesOfEscape * name.length) text += String.fromCharCode(byte)
  }
  /** Where the text of a file ends; the length of the chunk where it does not end in it. */
  const findEnd = (chunk: Buffer, start: number): number => {
    let at = start
    let next = chunk.indexOf(quote, at)
    while (at < chunk.length) {
      if (isEscaped) at += 1
      isEscaped = false
      if (next !== -1 && next < at) next = chunk.indexOf(quote, at)
      const end = next === -1 ? chunk.length : next
      const escape = chunk.indexOf(backslash, at)
      if (escape === -1 || escape >= end) return end
      isEscaped = true
      at = escape + 1
    }
    return chunk.length
  }

  return {
    write(chunk) {
      const pieces: BodyPiece[] = []
      // The first byte of the JSON that is not in a piece yet.
      let start = 0
      for (let at = 0; at < chunk.length;) {
        if (place === 'file') {
          const end = findEnd(chunk, at)
          pieces.push({ file: files - 1, bytes: chunk.subarray(at, end) })
          start = end
          at = end + 1
          if (end < chunk.length) place = 'outside'
          continue
        }
        const byte = chunk[at]!
        at += 1
        if (place === 'text') readText(byte)
        else readOutside(byte)
        // The type checker does not see that the functions change it.
        if ((place as string) !== 'file') continue
        pieces.push(
          { file: null, bytes: chunk.subarray(start, at) },
          { file: null, bytes: Buffer.from(standInFor(files)) },
          // An empty file has no other.
          { file: files, bytes: Buffer.alloc(0) },
        )
        files += 1
        start = at
      }
      if (place !== 'file') pieces.push({ file: null, bytes: chunk.subarray(start) })
      return pieces
    },
  }
}
