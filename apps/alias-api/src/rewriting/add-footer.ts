import { readBytes } from './charset.ts'
import { findBody } from './find-body.ts'
import { findBodyEnd } from './find-body-end.ts'
import { rewriteTexts } from './rewrite-texts.ts'

/** What to write below a message, in ASCII. */
export interface Footer {
  /** Its lines end in CRLF. */
  text: string
  html: string
}

/**
 * Writes a footer below the body of a message, in each of its alternatives. All other bytes stay as they are, and so does the transfer encoding of each part.
 *
 * @param read reads the message from its beginning, twice: where its body ends is known only at its end
 * @returns yields the new message, and returns whether it is whole and each text of its body has the footer
 */
export async function* addFooter(
  read: () => AsyncIterable<Buffer>,
  footer: Footer,
): AsyncGenerator<Buffer, boolean> {
  const ends = await findBody(read())
  if (ends.size === 0) return false
  let isAdded = false
  let number = -1
  const { isSealed, skipped } = yield* rewriteTexts(read(), {
    isWanted() {
      number += 1
      return ends.has(number)
    },
    change(text, { charset, contentType }) {
      const characters = readBytes(text, charset || '')
      if (characters === undefined) return undefined
      isAdded = true
      return contentType === 'text/html' ? toHtml(text, characters, footer.html) : toText(text, footer.text)
    },
  })
  return isAdded && !isSealed && !skipped
}

/** A text with a footer. Where it ends without a line end, the end of the line is its part's. */
function toText(text: Buffer, footer: string): Buffer {
  const endsLine = text.length === 0 || text.at(-1) === 0x0a
  return Buffer.concat([text, Buffer.from(endsLine ? footer : `\r\n${footer.trimEnd()}`)])
}

/** The footer is on a line of its own, which begins in ASCII also in a charset of ISO-2022. */
function toHtml(html: Buffer, read: string, footer: string): Buffer {
  const end = findBodyEnd(read)
  return Buffer.concat([html.subarray(0, end), Buffer.from(`\r\n${footer}\r\n`), html.subarray(end)])
}
