import type { LineDecoder } from './line-decoder.ts'

// A line has 45 bytes, in 61 characters.
const longestLine = 1000

/** Decodes what uuencode writes (POSIX), from its line `begin` to its line `end`. */
export function createUuDecoder(): LineDecoder {
  let isOver = false
  let isBegun = false
  let rest = ''

  const decodeLine = (line: string): Buffer => {
    if (!isBegun) {
      isBegun = isBeginning(line)
      return nothing
    }
    isOver = line === 'end'
    const size = valueAt(line, 0)
    if (isOver || size === 0) return nothing
    const bytes = Buffer.alloc(Math.ceil(size / 3) * 3)
    for (let at = 0; at < bytes.length; at += 3) {
      const start = 1 + (at / 3) * 4
      const [a, b, c, d] = [0, 1, 2, 3].map((offset) => valueAt(line, start + offset))
      bytes.writeUIntBE((a! << 18) | (b! << 12) | (c! << 6) | d!, at, 3)
    }
    return bytes.subarray(0, size)
  }
  return {
    isBegunBy: isBeginning,
    write(text) {
      if (isOver) return []
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      isOver = rest.length > longestLine
      return lines.map((line) => (isOver ? nothing : decodeLine(line.trimEnd())))
    },
    end: () => (isOver ? [] : [decodeLine(rest.trimEnd())]),
  }
}

const nothing = Buffer.alloc(0)
const isBeginning = (line: string): boolean => /^begin [0-7]{3,4} /.test(line)

/** The six bits of a character. Spaces at the end of a line may be lost. */
const valueAt = (line: string, at: number): number => (at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0)
