import { headerName, invalidInValue } from './header-syntax.ts'
import type { Target } from './target.ts'

/** The lines of the headers; undefined if one of them cannot be sent. */
export function headerLines(headers: Record<string, string>): string | undefined {
  let lines = ''
  for (const name in headers) {
    const value = headers[name]!
    if (!headerName.test(name) || invalidInValue.test(value)) return undefined
    lines += `${name}: ${value}\r\n`
  }
  return lines
}

/** A POST, each character a byte. */
export function requestText(
  { path, host }: Target,
  { headerLines: lines, body, isKept }: { headerLines: string; body: string; isKept: boolean },
): string {
  const bytes = Buffer.byteLength(body)
  const encoded = bytes === body.length ? body : Buffer.from(body).toString('latin1')
  const connection = isKept ? 'keep-alive' : 'close'
  return `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\n${lines}content-length: ${bytes}\r\n\r\n${encoded}`
}
