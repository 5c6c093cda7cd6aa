import { headerName, invalidInValue } from './header-syntax.ts'
import { InvalidResponseError, ResponseTooLongError } from './response-errors.ts'

/** What a client needs to know of a response before its body. */
export interface ResponseHead {
  status: number
  /** The header `Retry-After`, as it was sent. */
  retryAfter: string | undefined
  /** The body's length in bytes; undefined where there is none, or chunks. */
  length: number | undefined
  isChunked: boolean
  /** Whether the status allows no body, whatever the headers say. */
  hasNoBody: boolean
  /** Whether the receiver keeps the connection open. */
  isKept: boolean
  /** How many lines it has. */
  lines: number
}

// The reason is for people, and some servers take liberties with it.
const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [^\r\n]*)?$/
const digits = /^\d{1,15}$/

/**
 * Parses the status line and the headers of a response, without the empty line that ends them.
 *
 * @throws InvalidResponseError for what RFC 9112 forbids, and for two lengths even if they are the same; ResponseTooLongError
 * beyond `maxLines` lines
 */
export function parseHead(text: string, maxLines: number): ResponseHead {
  const end = text.indexOf('\r\n')
  const parsed = statusLine.exec(end < 0 ? text : text.slice(0, end))
  if (parsed === null) throw new InvalidResponseError('The status line is invalid')
  const status = Number(parsed[2])
  const head: ResponseHead = {
    status,
    retryAfter: undefined,
    length: undefined,
    isChunked: false,
    hasNoBody: status < 200 || status === 204 || status === 304,
    isKept: parsed[1] === '1',
    lines: 1,
  }
  let codings: string | undefined
  for (let at = end; at >= 0;) {
    const next = text.indexOf('\r\n', at + 2)
    const line = next < 0 ? text.slice(at + 2) : text.slice(at + 2, next)
    at = next
    head.lines += 1
    if (head.lines > maxLines) throw new ResponseTooLongError()
    const colon = line.indexOf(':')
    if (colon < 1 || !headerName.test(line.slice(0, colon)) || invalidInValue.test(line))
      throw new InvalidResponseError('A header is invalid')
    // Only names of these lengths matter.
    if (colon !== 10 && colon !== 11 && colon !== 14 && colon !== 17) continue
    const value = line.slice(colon + 1).trim()
    const name = line.slice(0, colon).toLowerCase()
    if (name === 'content-length') {
      if (head.length !== undefined || !digits.test(value))
        throw new InvalidResponseError('The length is invalid')
      head.length = Number(value)
    } else if (name === 'transfer-encoding') codings = codings === undefined ? value : `${codings},${value}`
    else if (name === 'connection') head.isKept = isKept(value, head.isKept)
    else if (name === 'retry-after') head.retryAfter ??= value
  }
  if (codings !== undefined) {
    if (head.length !== undefined)
      throw new InvalidResponseError('The response has a length and a transfer coding')
    head.isChunked = /(?:^|,)\s*chunked$/i.test(codings)
  }
  return head
}

function isKept(connection: string, before: boolean): boolean {
  const options = connection.toLowerCase().split(',')
  if (options.some((option) => option.trim() === 'close')) return false
  return before || options.some((option) => option.trim() === 'keep-alive')
}
