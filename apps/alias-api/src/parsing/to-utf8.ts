import { isUtf8 } from 'node:buffer'
import { decodeUtf7 } from './utf7.ts'

const utf7Names = new Set(['utf-7', 'utf7', 'unicode-1-1-utf-7', 'csunicode11utf7', 'x-unicode-2-0-utf-7'])

/**
 * A text in UTF-8, where its charset would not tell how to read it: UTF-7, and bytes of no known charset that are not
 * UTF-8. Those are windows-1252 in nearly all mail, as in browsers.
 *
 * @param isCut whether its last character may be incomplete
 * @returns undefined where its charset tells it, or it is UTF-8 as it is
 */
export function toUtf8(text: Buffer, charset: string | false, isCut: boolean): Buffer | undefined {
  if (charset && utf7Names.has(charset.trim().toLowerCase())) return Buffer.from(decodeUtf7(text))
  if (charset || isUtf8Text(text, isCut)) return undefined
  return fromWindows1252(text)
}

/** Header fields in UTF-8: those that are not are read as windows-1252. */
export function fieldsToUtf8(head: Buffer): Buffer {
  if (isUtf8(head)) return head
  const lines = head
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'))
  return Buffer.concat(
    lines.flatMap((line, index) => [
      ...(index === 0 ? [] : [lineFeed]),
      isUtf8(line) ? line : fromWindows1252(line),
    ]),
  )
}

const lineFeed = Buffer.from('\n')
const windows1252 = new TextDecoder('windows-1252')
const fromWindows1252 = (bytes: Buffer): Buffer => Buffer.from(windows1252.decode(bytes))

function isUtf8Text(text: Buffer, isCut: boolean): boolean {
  if (!isCut) return isUtf8(text)
  // A character has four bytes at most.
  return [0, 1, 2, 3].some((cut) => isUtf8(text.subarray(0, text.length - cut)))
}
