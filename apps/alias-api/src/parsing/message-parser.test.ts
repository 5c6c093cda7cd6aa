import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMessageParser, type MessageParser, type ParserOptions } from './message-parser.ts'
import { withAttachments } from '../smtp/test-messages.ts'

let parser: MessageParser

const open = (options: Partial<ParserOptions> = {}) => {
  parser = createMessageParser({ processes: 1, timeoutMs: 60_000, memoryMiB: 64, ...options })
}
afterEach(() => parser.close())

const malicious = new URL('test-malicious-process.ts', import.meta.url)
const slow = new URL('test-slow-process.ts', import.meta.url)
const parse = (text: string) => parser.parse(Buffer.from(text))

test("the parser returns a message's texts, and its attachments as bytes", async () => {
  open()
  const { subject, attachments } = await parse(withAttachments)
  expect(subject).toBe('files')
  expect(attachments.map(({ content }) => [Buffer.isBuffer(content), content.length])).toEqual([
    [true, 4],
    [true, 5],
  ])
})

test('the parser answers each of many messages with its own content', async () => {
  open({ processes: 2 })
  const subjects = Array.from({ length: 20 }, (_, number) => `number ${number}`)
  const parsed = await Promise.all(subjects.map((subject) => parse(`Subject: ${subject}\r\n\r\n`)))
  expect(parsed.map(({ subject }) => subject)).toEqual(subjects)
})

test('owners whose messages wait for a process take turns, however many of them one has', async () => {
  open()
  const order: string[] = []
  const read = async (ownerId: string) => {
    await parser.parse(Buffer.from('Subject: hello\r\n\r\n'), ownerId)
    order.push(ownerId)
  }
  await Promise.all(['ada', 'ada', 'ada', 'ada', 'bob'].map(read))
  expect(order).toEqual(['ada', 'ada', 'bob', 'ada', 'ada'])
})

test.each([
  ['hang', 'reading took longer than 3000 ms'],
  ['exhaust memory', 'the process died'],
  ['die', 'the process was killed'],
])('a message that makes the parser %s is refused, and the next ones are parsed', async (message, why) => {
  open({ entry: malicious, timeoutMs: message === 'hang' ? 3000 : 60_000 })
  const outcomes = Promise.allSettled([parse(message), parse('harmless')])
  const [bad, good] = await outcomes
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining(why) } })
  expect(good).toMatchObject({ status: 'fulfilled', value: { subject: 'harmless' } })
  expect(await parse('again')).toMatchObject({ subject: 'again' })
})

const keep = async (content: AsyncIterable<Buffer>) => `${(await buffer(content)).length} bytes`
const keepNothing = () => Promise.reject(new Error('lost'))
const file = `Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n${'AAAA'.repeat(100_000)}`

describe('a large message', () => {
  let isLetGo = false
  const read = (content: string) =>
    async function* () {
      try {
        for (let start = 0; start < content.length; start += 1000)
          yield Buffer.from(content.slice(start, start + 1000))
      } finally {
        isLetGo = true
      }
    }
  beforeEach(() => {
    isLetGo = false
  })

  test('a large message is parsed in pieces, and its files are stored as they come', async () => {
    open()
    const { subject, attachments } = await parser.parseLarge(read(withAttachments), keep)
    expect(subject).toBe('files')
    expect(attachments.map(({ size, content }) => [size, content.length])).toEqual([
      [4, 4],
      [5, 5],
    ])
    expect(isLetGo).toBe(true)
  })

  test('a large message that makes the parser hang is refused, and the next ones are parsed', async () => {
    open({ entry: malicious, timeoutMs: 3000 })
    const parsing = parser.parseLarge(read(withAttachments), keep)
    await expect(parsing).rejects.toThrow('reading took longer than')
    expect(await parse('harmless')).toMatchObject({ subject: 'harmless' })
  })

  describe('a large message’s time limit', () => {
    const pieces = 10
    /** @param everyMs how long the parser waits for each piece */
    const readEvery = (everyMs: number) =>
      async function* () {
        for (let count = 0; count < pieces; count += 1) {
          await wait(everyMs)
          yield Buffer.from('Subject: hello\r\n')
        }
      }

    test('refuses a large message whose pieces together exceed its time limit', async () => {
      open({ entry: slow, timeoutMs: 500 })
      await expect(parser.parseLarge(readEvery(0), keep)).rejects.toThrow('reading took longer than')
    })

    test('does not count the time spent waiting for pieces', async () => {
      open({ timeoutMs: 3000 })
      expect(await parser.parseLarge(readEvery(310), keep)).toMatchObject({ subject: 'hello' })
    })
  })

  test('a large message whose files cannot be stored is abandoned', async () => {
    open()
    await expect(parser.parseLarge(read(file), keepNothing)).rejects.toThrow('lost')
    expect(isLetGo).toBe(true)
    expect(await parser.parseLarge(read(file), keep)).toMatchObject({
      attachments: [{ restId: '300000 bytes' }],
    })
  })
})
