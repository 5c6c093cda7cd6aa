export interface Forward {
  /** The alias that received the message. */
  alias: string
  author: { address: string; name: string }
  clientName: string
  clientIp: string
  mxHost: string
  at: Date
  /** Whether the alias replaces the author in From. Replies still go to the author. */
  isRewritten: boolean
}

const loopHeader = 'X-Waypost-Alias'
const maxHops = 50
const longestName = 60

/**
 * Composes the forward of a received message. Everything below the added fields is byte for byte the same, so that
 * the author's DKIM signature stays valid. Only a message that SPF alone authenticates gets the alias as its author,
 * because SPF fails for mail that our server sends.
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
  if (!forward.isRewritten) return Buffer.concat([Buffer.from(trace), content])
  const rewritten = rewriteAuthor(fields, forward).join('\r\n')
  return Buffer.concat([Buffer.from(trace), Buffer.from(`${rewritten}\r\n\r\n`, 'latin1'), body])
}

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

function rewriteAuthor(fields: string[], { alias, author }: Forward): string[] {
  const written = fields.find((field) => valueOf(field, 'From') !== undefined)
  const hasReplyTo = fields.some((field) => valueOf(field, 'Reply-To') !== undefined)
  const name = (author.name || author.address).slice(0, longestName)
  return [
    `From: ${encodeName(`${name} via Waypost`)} <${alias}>`,
    ...(written !== undefined && !hasReplyTo ? [`Reply-To: ${valueOf(written, 'From')}`] : []),
    ...fields.map((field) => (field === written ? `X-Original-${field.trimStart()}` : field)),
  ]
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
