import type { AliasLinks } from '../alias-links/write-links.ts'
import { nameOf } from '../signing/split-message.ts'

export interface Forward {
  /** The alias that received the message. */
  alias: string
  author: { address: string; name: string }
  clientName: string
  clientIp: string
  mxHost: string
  at: Date
  /** The address that stands in From instead of the author's. Absent: the author stays. */
  from?: string | undefined
  /** Whether the name and the subject say that nobody has authenticated the author. */
  isUnverified?: boolean | undefined
  /** Where replies go: to these addresses, or where the message says. */
  replyTo: string[] | 'author'
  /** Message ids that the destination knows by others, and those. */
  ids?: ReadonlyMap<string, string> | undefined
  /** `hasButton`: a mail program's button to unsubscribe disables the alias (RFC 8058). */
  links?: (AliasLinks & { hasButton: boolean }) | undefined
}

/** The fields behind a mail program's button to unsubscribe, in lower case. */
export const unsubscribeFields = ['list-unsubscribe', 'list-unsubscribe-post']

const loopHeader = 'X-Waypost-Alias'
const maxHops = 50
const unverifiedMark = '[Unverified sender]'
const longestName = 60

/**
 * Composes the forward of a received message. Its body is byte for byte the same, and so are the fields of its header
 * that do not have to change, so that a DKIM signature that does not cover those that do stays valid.
 *
 * @returns undefined for a loop: the alias has forwarded the message before, or it has passed too many servers
 */
export function composeForward(content: Buffer, forward: Forward): Buffer | undefined {
  const { head, body } = splitMessage(content)
  const fields = head.split(/\r?\n(?![ \t])/).filter((field) => field !== '')
  const isLooping = fields.some((field) => valueOf(field, loopHeader)?.toLowerCase() === forward.alias)
  const hops = fields.filter((field) => valueOf(field, 'Received') !== undefined).length
  if (isLooping || hops > maxHops) return undefined

  const trace = `${traceOf(forward)}\r\n${loopHeader}: ${forward.alias}\r\n`
  const { added, kept } = changeFields(fields, forward)
  const start = [...added, ''].join('\r\n')
  // Unchanged down to a header that ends without an empty line.
  if (kept === undefined) return Buffer.concat([Buffer.from(trace + start, 'latin1'), content])
  const header = `${trace}${start}${kept.join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(header, 'latin1'), body])
}

/** The fields to add on top, and those below them; undefined where they stay as they are. */
function changeFields(
  fields: string[],
  { author: { address, name }, from, isUnverified, replyTo, ids, links }: Forward,
): { added: string[]; kept: string[] | undefined } {
  const added: string[] = []
  const replaced = new Set<string>()
  const written = (fieldName: string) => fields.find((field) => nameOf(field) === fieldName)
  if (from !== undefined) {
    const shown = (name || address).slice(0, longestName)
    const marked = isUnverified ? `${shown} (unverified)` : shown
    added.push(`From: ${encodeName(`${marked} via Waypost`)} <${from}>`)
    replaced.add('from')
  }
  if (isUnverified) {
    const subject = valueOf(written('subject') ?? '', 'Subject')
    // On a line of its own, so that none gets longer than a line may be.
    added.push(`Subject: ${unverifiedMark}${subject ? `\r\n ${subject}` : ''}`)
    replaced.add('subject')
  }
  if (replyTo === 'author') {
    const author = written('from')
    if (from !== undefined && author !== undefined && written('reply-to') === undefined)
      added.push(`Reply-To: ${valueOf(author, 'From')}`)
  } else {
    added.push(`Reply-To: ${replyTo.map((each) => `<${each}>`).join(',\r\n ')}`)
    replaced.add('reply-to')
  }
  if (links) {
    added.push(`X-Waypost-Disable: <${links.disable}>`, `X-Waypost-Extend: <${links.extend}>`)
    if (links.hasButton) {
      added.push(`List-Unsubscribe: <${links.disable}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      for (const each of unsubscribeFields) replaced.add(each)
    }
  }
  const kept = fields.map((field) => {
    if (replaced.has(nameOf(field))) return `X-Original-${field.trimStart()}`
    return ids && refersToMessages(field) ? translate(field, ids) : field
  })
  return { added, kept: kept.some((field, index) => field !== fields[index]) ? kept : undefined }
}

/** Whether a field names other messages by their ids. */
const refersToMessages = (field: string): boolean => ['in-reply-to', 'references'].includes(nameOf(field))

const translate = (field: string, ids: ReadonlyMap<string, string>): string =>
  field.replaceAll(/<([^<>\s]+)>/g, (whole, id: string) => (ids.has(id) ? `<${ids.get(id)}>` : whole))

/** The header as one character per byte, and the rest of the message. */
function splitMessage(content: Buffer): { head: string; body: Buffer } {
  const ends = ['\r\n\r\n', '\n\n']
    .map((mark) => ({ at: content.indexOf(mark), length: mark.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
  const [end = { at: content.length, length: 0 }] = ends
  return { head: content.toString('latin1', 0, end.at), body: content.subarray(end.at + end.length) }
}

function valueOf(field: string, name: string): string | undefined {
  const colon = field.indexOf(':')
  return field.slice(0, colon).trim().toLowerCase() === name.toLowerCase()
    ? field.slice(colon + 1).trim()
    : undefined
}

function traceOf({ alias, clientName, clientIp, mxHost, at }: Forward): string {
  const helo = clientName.replaceAll(/[^\w.:[\]-]/g, '') || 'unknown'
  return `Received: from ${helo} ([${clientIp}])\r\n by ${mxHost} with ESMTP for <${alias}>;\r\n ${at.toUTCString().replace('GMT', '+0000')}`
}

/** Encodes a name by RFC 2047: in base64, as encoded words of at most 75 characters. */
function encodeName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
  const words: string[] = ['']
  for (const character of name.toWellFormed()) {
    if (Buffer.byteLength(words.at(-1)! + character) > 45) words.push('')
    words.push(words.pop()! + character)
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ')
}
