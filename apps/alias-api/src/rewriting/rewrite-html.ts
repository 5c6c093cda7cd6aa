import { findTrackers, type Edit, type Trackers } from './find-trackers.ts'

/** Charsets in which a byte of ASCII may be part of another character, at any place. */
const notAscii = /^(?:utf-?16|utf-?32|ucs-?[24]|iso-10646|utf-?7|unicode-1-1-utf-7|x-unicode-2-0-utf-7|hz)/

/**
 * Takes out of HTML what tracks its reader. All other bytes stay as they are.
 *
 * @returns undefined where its charset does not let it be read byte by byte, or it is signed or encrypted text
 */
export function removeFromHtml(html: Buffer, charset: string): { html: Buffer; found: Trackers } | undefined {
  const name = charset.trim().toLowerCase()
  if (notAscii.test(name) || html.includes('-----BEGIN PGP ')) return undefined
  const found = findTrackers(name.startsWith('iso-2022-') ? maskShifted(html) : html.toString('latin1'))
  return { html: found.edits.length > 0 ? edit(html, found.edits) : html, found }
}

function edit(html: Buffer, edits: Edit[]): Buffer {
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end, text } of edits) {
    pieces.push(html.subarray(at, start), Buffer.from(text, 'latin1'))
    at = end
  }
  return Buffer.concat([...pieces, html.subarray(at)])
}

const escape = 0x1b
const toAscii = new Set(['(B', '(J'])

/** The bytes of ISO-2022 with a character that means nothing in the place of each that is not in ASCII. */
function maskShifted(html: Buffer): string {
  const masked = Buffer.from(html)
  let isShifted = false
  for (let at = 0; at < masked.length; at += 1) {
    if (masked[at] === escape) isShifted = !toAscii.has(html.toString('latin1', at + 1, at + 3))
    // A line begins in ASCII.
    else if (masked[at] === 0x0a) isShifted = false
    else if (isShifted) masked[at] = 0x80
  }
  return masked.toString('latin1')
}
