/** The addresses in a reply. */
export interface ReplyAddresses {
  /** The mailbox that replies, which nobody may learn. */
  mailbox: string
  /** The reverse address that it replies to. */
  reverse: string
  alias: string
  subject: string
}

/** A part of a message. */
export interface Part {
  type: string
  text: string
  encoding?: '8bit' | 'quoted-printable' | 'base64'
  headers?: string[]
}

let boundaries = 0

/** The header and body of parts, as a multipart of a type. */
export function multipart(type: string, ...parts: (Part | string)[]): string {
  const boundary = `----=_Part_${(boundaries += 1)}`
  const bodies = parts.map((part) => `--${boundary}\r\n${typeof part === 'string' ? part : single(part)}\r\n`)
  return `Content-Type: multipart/${type}; boundary="${boundary}"\r\n\r\n${bodies.join('')}--${boundary}--\r\n`
}

/** The header and body of a part. */
export function single({ type, text, encoding = '8bit', headers = [] }: Part): string {
  const fields = [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, ...headers]
  return `${fields.join('\r\n')}\r\n\r\n${encode(text.replaceAll(/\r?\n/g, '\r\n'), encoding)}`
}

export const plain = (text: string, encoding?: Part['encoding']): Part => ({
  type: 'text/plain; charset=UTF-8',
  text,
  ...(encoding && { encoding }),
})
export const html = (text: string, encoding?: Part['encoding']): Part => ({
  type: 'text/html; charset="utf-8"',
  text,
  ...(encoding && { encoding }),
})

function encode(text: string, encoding: NonNullable<Part['encoding']>): string {
  if (encoding === '8bit') return text
  const bytes = Buffer.from(text)
  if (encoding === 'base64')
    return bytes
      .toString('base64')
      .match(/.{1,76}/g)!
      .join('\r\n')
  // Every line is broken often, so that addresses stand across breaks.
  const escaped = text.split('\r\n').map((line) =>
    [...Buffer.from(line)]
      .map((byte) =>
        byte === 61 || byte > 126
          ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
          : String.fromCharCode(byte),
      )
      .join('')
      .match(/(?:=..|.){1,20}/g)
      ?.join('=\r\n'),
  )
  return escaped.map((line) => line ?? '').join('\r\n')
}

/** A whole message of the mailbox. */
export function message(of: ReplyAddresses, fields: string[], content: string): string {
  const { mailbox, reverse, subject } = of
  const head = [
    `Received: from laptop.local (203.0.113.9) by smtp.next.test for <${reverse}>`,
    `Return-Path: <${mailbox}>`,
    `From: Ada Lovelace <${mailbox}>`,
    `To: Bob <${reverse}>`,
    `Subject: ${subject}`,
    'Date: Tue, 24 Nov 2026 12:00:00 +0100',
    'MIME-Version: 1.0',
    ...fields,
  ]
  return `${head.join('\r\n')}\r\n${content}`
}
