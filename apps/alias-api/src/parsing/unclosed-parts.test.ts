import { expect, test } from 'vitest'
import { parseWholeMessage } from './parse-whole-message.ts'

const part = (type: string, body: string) => `Content-Type: ${type}\r\n\r\n${body}\r\n`
const file = (body: string) => part('image/gif', body)

/** Parts within each other, of which only the outermost says where it ends. */
const nested = (depth: number, inner: string, after: string, prefix = 'b'): Buffer => {
  const heads = Array.from(
    { length: depth },
    (_, level) =>
      `Content-Type: multipart/mixed; boundary="${prefix}${level}"\r\n\r\n--${prefix}${level}\r\n`,
  )
  const outermost = `--${prefix}0`
  return Buffer.from(`${heads.join('')}${inner}${outermost}\r\n${after}${outermost}--\r\nepilogue\r\n`)
}
const filesOf = async (content: Buffer) =>
  (await parseWholeMessage(content)).attachments.map((each) => each.content.toString())

test.each([1, 2, 3, 90])(
  'what follows %i parts within each other that do not say where they end is read',
  async (depth) => {
    const content = nested(depth, file('one'), file('two'))
    expect(await filesOf(content)).toEqual(['one', 'two'])
    const texts = nested(depth, part('text/plain', 'one'), part('text/html', 'two') + '--b0\r\n' + file('x'))
    expect(await parseWholeMessage(texts)).toMatchObject({
      text: expect.stringMatching(/^one\s+two\n$/),
      html: '<div>one</div>\ntwo\n',
    })
  },
)

test('a part that ends in its header ends with the parts around it', async () => {
  expect(await filesOf(nested(3, 'Content-Type: image/gif\r\n', file('two')))).toContain('two')
})

test('parts within each other end where the outermost one ends', async () => {
  const end = '--b0--\r\nepilogue\r\n--b1\r\n'
  expect(await filesOf(nested(3, file('one') + end, file('two')))).toEqual(['one'])
})

test('a boundary of no part around stays in its part', async () => {
  const closed = `Content-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n${file('one')}--c--\r\n`
  const content = nested(1, closed, file('two\r\n--c\r\n--b1\r\n--b00'))
  expect(await filesOf(content)).toEqual(['one', 'two\r\n--c\r\n--b1\r\n--b00'])
})

test.each([
  { lines: 'short', prefix: 'b', line: '--b\r\n', count: 600_000 },
  { lines: 'long', prefix: 'b'.repeat(66), line: `--${'b'.repeat(66)}98\r\n`, count: 250_000 },
])(
  '$lines lines like boundaries in many parts within each other take less than a few seconds',
  async ({ prefix, line, count }) => {
    const before = process.cpuUsage().user
    expect(await filesOf(nested(98, file(line.repeat(count)), file('two'), prefix))).toHaveLength(2)
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5)
  },
)
