import { InvalidResponseError } from './response-errors.ts'

/** Reads a body in chunks (RFC 9112, 7.1). */
export interface ChunkReader {
  begin(): void
  /** Passes on the body's data. Returns what follows the body; undefined while the body has not ended. */
  read(bytes: Buffer): Buffer | undefined
}

type State =
  | 'size'
  | 'extension'
  | 'size end'
  | 'data'
  | 'data end'
  | 'data newline'
  | 'trailers'
  | 'trailer'
  | 'trailer end'
  | 'end'

const carriageReturn = 0x0d
const newline = 0x0a
const semicolon = 0x3b
// A larger chunk would not be read to its end.
const maxSizeDigits = 12

/**
 * Extensions and trailers are passed over: whoever counts the bytes and lines of the response bounds them.
 *
 * @param onLine called for each line beside the data
 */
export function createChunkReader(onData: (data: Buffer) => void, onLine: () => void): ChunkReader {
  let state: State = 'size'
  let size = 0
  let sizeDigits = 0

  /** Where the state goes at a byte that is not data. */
  const advance = (byte: number): State => {
    switch (state) {
      case 'size': {
        const digit = hexDigit(byte)
        if (digit >= 0) {
          if (++sizeDigits > maxSizeDigits) throw invalid()
          size = size * 16 + digit
          return 'size'
        }
        if (sizeDigits === 0) throw invalid()
        if (byte === carriageReturn) return 'size end'
        // Spaces before an extension are bad, and common.
        if (byte === semicolon || byte === 0x20 || byte === 0x09) return 'extension'
        throw invalid()
      }
      case 'extension':
        if (byte === newline) throw invalid()
        return byte === carriageReturn ? 'size end' : 'extension'
      case 'size end':
        expect(byte, newline)
        onLine()
        sizeDigits = 0
        return size === 0 ? 'trailers' : 'data'
      case 'data end':
        expect(byte, carriageReturn)
        return 'data newline'
      case 'data newline':
        expect(byte, newline)
        return 'size'
      case 'trailers':
      case 'trailer':
        if (byte === newline) throw invalid()
        if (byte !== carriageReturn) return 'trailer'
        return state === 'trailers' ? 'end' : 'trailer end'
      case 'trailer end':
        expect(byte, newline)
        onLine()
        return 'trailers'
      default:
        throw invalid()
    }
  }

  return {
    begin() {
      state = 'size'
      size = 0
      sizeDigits = 0
    },
    read(bytes) {
      let at = 0
      while (at < bytes.length) {
        if (state === 'data') {
          const data = bytes.subarray(at, at + size)
          at += data.length
          size -= data.length
          onData(data)
          if (size === 0) state = 'data end'
        } else if (state === 'end') {
          expect(bytes[at]!, newline)
          return bytes.subarray(at + 1)
        } else {
          state = advance(bytes[at]!)
          at += 1
        }
      }
      return undefined
    },
  }
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

function expect(byte: number, expected: number): void {
  if (byte !== expected) throw invalid()
}

function invalid(): InvalidResponseError {
  return new InvalidResponseError('The chunks are invalid')
}
