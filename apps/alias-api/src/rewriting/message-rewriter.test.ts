import { buffer } from 'node:stream/consumers'
import { waitFor } from '@waypost/testing'
import { afterEach, expect, test } from 'vitest'
import { createMessageRewriter, UnfinishedRewritingError, type MessageRewriter } from './message-rewriter.ts'

let rewriter: MessageRewriter
afterEach(() => rewriter.close())

const open = (options: { timeoutMs?: number; idleMs?: number; entry?: URL } = {}) => {
  rewriter = createMessageRewriter({
    processes: 2,
    timeoutMs: 30_000,
    memoryMiB: 64,
    idleMs: 60_000,
    ...options,
  })
}
const broken = new URL('test-rewriter-process.ts', import.meta.url)
const pixel = '<img src="https://px.example/" width="1" height="1">'
const message = (text: string) => `Content-Type: text/html\r\n\r\n${text}`

async function* read(text: string) {
  for (let at = 0; at < text.length; at += 50_000) yield Buffer.from(text.slice(at, at + 50_000))
}
const rewrite = (text: string) => rewriter.rewrite(() => read(text), { does: 'removeTrackers' }, buffer)

test('a message is rewritten in a process of its own, piece by piece', async () => {
  open()
  const lines = '<p>hello</p>\r\n'.repeat(50_000)
  const { rewritten, taken } = await rewrite(message(pixel + lines + pixel))
  expect(rewritten.removed).toEqual({ pixels: 2, links: 0, hosts: ['px.example'] })
  expect(taken.toString() === message(lines)).toBe(true)
})

test('a message of many pieces gets a footer, for which it is read twice', async () => {
  open()
  const text = 'hello hello\r\n'.repeat(20_000)
  const reads: string[] = []
  const { rewritten, taken } = await rewriter.rewrite(
    () => {
      reads.push('read')
      return read(`Content-Type: text/plain\r\n\r\n${text}`)
    },
    { does: 'addFooter', text: 'footer\r\n', html: '' },
    buffer,
  )
  expect(rewritten).toEqual({ hasFooter: true })
  expect(taken.toString() === `Content-Type: text/plain\r\n\r\n${text}footer\r\n`).toBe(true)
  expect(reads.length).toBeGreaterThan(1)
})

test.each(['hang', 'die'])(
  'a message that makes the process %s is refused, and the next one is rewritten',
  async (text) => {
    open({ entry: broken, timeoutMs: 2000 })
    await expect(rewrite(text)).rejects.toThrow(UnfinishedRewritingError)
    expect((await rewrite('harmless')).rewritten).toEqual({ removed: { pixels: 0, links: 0, hosts: [] } })
  },
)

test('a message is rewritten after one that failed', async () => {
  open()
  await expect(
    rewriter.rewrite(
      () => {
        throw new Error('no database')
      },
      { does: 'removeTrackers' },
      buffer,
    ),
  ).rejects.toThrow('no database')
  expect((await rewrite(message(pixel))).rewritten.removed?.pixels).toBe(1)
})

const processes = () => process.getActiveResourcesInfo().filter((each) => each === 'ProcessWrap').length

test('there is no process before a message comes, nor once none has come for a while', async () => {
  const before = processes()
  open({ idleMs: 50 })
  expect(processes()).toBe(before)
  await rewrite(message(pixel))
  await waitFor('the process to end', async () => processes() === before)
  expect((await rewrite(message(pixel))).taken.toString()).toBe(message(''))
})
