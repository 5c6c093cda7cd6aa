import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createContentSize } from './content-size.ts'

const file = randomBytes(100_000)
const encoded = file.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
const header = 'From: bob@example.net\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n'
const part = (encoding: string, body: string) =>
  `--b\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n`

const sizeOf = (message: string, chunkBytes = message.length): number => {
  const size = createContentSize()
  const content = Buffer.from(message)
  for (let at = 0; at < content.length; at += chunkBytes) size.read(content.subarray(at, at + chunkBytes))
  return size.bytes()
}

test('a file in base64 counts as the bytes that it has, in chunks of any size', () => {
  const message = `${header}${part('base64', encoded)}--b--\r\n`
  const expected = sizeOf(`${header}${part('base64', '')}--b--\r\n`) + file.length
  for (const chunkBytes of [1, 77, 1000, message.length])
    expect(Math.abs(sizeOf(message, chunkBytes) - expected)).toBeLessThan(10)
})

test('a message whose own body is base64 counts likewise', () => {
  const size = sizeOf(`From: bob@example.net\r\nCONTENT-TRANSFER-ENCODING:  Base64\r\n\r\n${encoded}\r\n`)
  expect(size).toBeGreaterThan(file.length)
  expect(size).toBeLessThan(file.length + 200)
})

test.each(['7bit', 'quoted-printable', '8bit'])('what is in %s counts as it is sent', (encoding) => {
  const message = header + part(encoding, encoded)
  expect(sizeOf(message)).toBe(message.length)
})

test('a part after one in base64 counts as it is sent, and so do its lines without an end', () => {
  const [before, after] = [header + part('base64', encoded), part('7bit', encoded) + 'x'.repeat(500)]
  expect(sizeOf(before + after)).toBe(sizeOf(before) + after.length)
})
