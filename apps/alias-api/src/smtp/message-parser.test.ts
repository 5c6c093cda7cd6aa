import { afterEach, expect, test } from 'vitest'
import { createMessageParser, type MessageParser, type ParserOptions } from './message-parser.ts'
import { withAttachments } from './test-messages.ts'

let parser: MessageParser

const open = (options: Partial<ParserOptions> = {}) => {
  parser = createMessageParser({ processes: 1, timeoutMs: 10_000, memoryMiB: 64, ...options })
}
afterEach(() => parser.close())

const hostile = new URL('test-hostile-process.ts', import.meta.url)
const parse = (text: string) => parser.parse(Buffer.from(text))

test('says what a message says, its attachments as bytes', async () => {
  open()
  const { subject, attachments } = await parse(withAttachments)
  expect(subject).toBe('files')
  expect(attachments.map(({ content }) => [Buffer.isBuffer(content), content.length])).toEqual([
    [true, 4],
    [true, 5],
  ])
})

test('gives each of many its own answer', async () => {
  open({ processes: 2 })
  const subjects = Array.from({ length: 20 }, (_, number) => `number ${number}`)
  const parsed = await Promise.all(subjects.map((subject) => parse(`Subject: ${subject}\r\n\r\n`)))
  expect(parsed.map(({ subject }) => subject)).toEqual(subjects)
})

test.each([
  ['hang', 'parsing took longer than 2000 ms'],
  ['hoard', 'the parser died'],
  ['die', 'the parser was killed'],
])('a message that makes it %s is refused, and the next ones are read', async (message, why) => {
  open({ entry: hostile, timeoutMs: message === 'hang' ? 2000 : 15_000 })
  const outcomes = Promise.allSettled([parse(message), parse('harmless')])
  const [bad, good] = await outcomes
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(why) } })
  expect(good).toMatchObject({ status: 'fulfilled', value: { subject: 'harmless' } })
  expect(await parse('again')).toMatchObject({ subject: 'again' })
})
