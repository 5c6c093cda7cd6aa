import type { Answer } from './find-fault.ts'
import { sendBytes } from './send-bytes.ts'

/** Sends the parts of a raw request with a credential in its head; undefined where the service closed the connection without an answer. */
export async function sendRaw(
  baseUrl: string,
  authorization: string,
  parts: (string | Buffer)[],
): Promise<Answer | undefined> {
  const [first, ...rest] = parts.map((part) =>
    typeof part === 'string' ? part.replace('Host:', `Authorization: ${authorization}\r\nHost:`) : part,
  )
  const answer = await sendBytes(baseUrl, first!, ...rest)
  if (answer === '') return undefined
  const [, status, text] = /^HTTP\/1\.1 (\d{3}) [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(answer) ?? []
  return { status: Number(status), text: text! }
}
