import { expect, test } from 'vitest'
import { InvalidResponseError, ResponseTooLongError } from './response-errors.ts'
import { createResponseReader } from './response-reader.ts'

/** Reads a response that arrives in these chunks. */
function read(chunks: string[]) {
  const heads: { status: number; retryAfter: string | undefined }[] = []
  let body = ''
  let ends = 0
  const reader = createResponseReader({
    onHead: ({ status, retryAfter }) => heads.push({ status, retryAfter }),
    onData: (data) => (body += data.toString('latin1')),
    onEnd: () => (ends += 1),
  })
  reader.begin()
  for (const chunk of chunks) reader.read(Buffer.from(chunk, 'latin1'))
  return { reader, heads, body: () => body, ends: () => ends }
}

const responses: [string, string, { status: number; body: string; isReusable: boolean }][] = [
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', ok('hello')],
  ['without a reason', 'HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello', ok('hello')],
  ['with spaces around values', 'HTTP/1.1 200 OK\r\ncontent-length: \t 5 \t\r\n\r\nhello', ok('hello')],
  ['with any reason', 'HTTP/1.1 200 \0\x7f\xe9\r\ncontent-length: 2\r\n\r\nok', ok('ok')],
  ['without a body', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', ok('')],
  ['without content', 'HTTP/1.1 204 No Content\r\n\r\n', { ...ok(''), status: 204 }],
  [
    'of a status without a body, with a length',
    'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n',
    { ...ok(''), status: 304 },
  ],
  ['in chunks', chunked('5\r\nhello\r\n6; a=b\r\n world\r\n0\r\n\r\n'), ok('hello world')],
  [
    'in chunks with hexadecimal sizes',
    chunked(`0a\r\n0123456789\r\nB\r\nabcdefghijk\r\n0\r\n\r\n`),
    ok('0123456789abcdefghijk'),
  ],
  ['in chunks, with trailers', chunked('2\r\nok\r\n0\r\na: b\r\nc: d\r\n\r\n'), ok('ok')],
  [
    'in chunks that are named in capitals',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    ok('ok'),
  ],
  ['after empty lines', '\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', ok('ok')],
  [
    'after interim responses',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    ok('ok'),
  ],
  [
    'whose connection is not kept',
    'HTTP/1.1 200 OK\r\nconnection: x, Close\r\ncontent-length: 2\r\n\r\nok',
    { ...ok('ok'), isReusable: false },
  ],
  ['of HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', { ...ok('ok'), isReusable: false }],
  [
    'of HTTP/1.0 whose connection is kept',
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok',
    ok('ok'),
  ],
  [
    'followed by more than was asked for',
    'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 500 Oops\r\n\r\n',
    { ...ok('ok'), isReusable: false },
  ],
]

test.each(responses)('a response %s is the same in one piece and in any two', (_what, text, expected) => {
  const splits = Array.from(text, (_character, at) => [text.slice(0, at), text.slice(at)])
  // One piece that ends with what was not asked for is no question of how the rest arrives.
  const pieces = expected.isReusable ? splits : [['', text]]
  for (const chunks of pieces) {
    const { reader, heads, body, ends } = read(chunks.filter((chunk) => chunk !== ''))
    expect({ status: heads[0]?.status, body: body(), isReusable: reader.isReusable() }).toEqual(expected)
    expect([heads.length, ends()]).toEqual([1, 1])
  }
})

test('a response that arrives byte by byte is read', () => {
  const { heads, body, ends } = read(chunked('5\r\nhello\r\n0\r\n\r\n').split(''))
  expect([heads[0]?.status, body(), ends()]).toEqual([200, 'hello', 1])
})

test('a response without a length ends with its connection, and another one does not', () => {
  const untilEnd = read(['HTTP/1.1 200 OK\r\n\r\nhello'])
  expect([untilEnd.ends(), untilEnd.reader.end(), untilEnd.ends()]).toEqual([0, true, 1])
  const cutOff = read(['HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello'])
  expect([cutOff.reader.end(), cutOff.ends()]).toEqual([false, 0])
})

test('the time to retry after is read, the first of several', () => {
  const { heads } = read([
    'HTTP/1.1 429 Slow\r\nRetry-After: 120\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n',
  ])
  expect(heads).toEqual([{ status: 429, retryAfter: '120' }])
})

test('one reader reads the responses of a connection one after the other', () => {
  const { reader, heads, body, ends } = read(['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'])
  reader.begin()
  reader.read(Buffer.from(chunked('4\r\nthen\r\n0\r\n\r\n')))
  reader.begin()
  reader.read(Buffer.from(chunked('3\r\nend\r\n0\r\n\r\n')))
  expect([heads.length, body(), ends(), reader.isReusable()]).toEqual([3, 'okthenend', 3, true])
})

test.each([
  ['a line that ends in a newline alone', 'HTTP/1.1 200 OK\r\na: b\nc: d\r\n\r\n'],
  ['a carriage return in a header', 'HTTP/1.1 200 OK\r\na: b\rc\r\n\r\n'],
  ['a folded header', 'HTTP/1.1 200 OK\r\na: b\r\n c\r\n\r\n'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
  ['two equal lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 5\r\n\r\n'],
  ['a list of lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5, 5\r\n\r\n'],
  ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\n'],
  ['an empty length', 'HTTP/1.1 200 OK\r\ncontent-length:\r\n\r\n'],
  ['chunks, and then a length', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n'],
  ['a chunk without a size', chunked('\r\n')],
  ['a chunk with an endless size', chunked('1'.repeat(13))],
  ['a chunk whose line ends in a newline alone', chunked('5\nhello\r\n')],
  ['a chunk that is longer than it says', chunked('4\r\nhello\r\n')],
  ['a trailer that ends in a newline alone', chunked('0\r\na: b\n\r\n')],
  ['another version', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
])('a response is refused for %s', (_what, text) => {
  expect(() => read([text])).toThrow(InvalidResponseError)
  expect(() => read(text.split(''))).toThrow(InvalidResponseError)
})

test('what arrives without a request is refused', () => {
  const { reader } = read(['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'])
  expect(() => reader.read(Buffer.from('HTTP/1.1 200 OK\r\n'))).toThrow(InvalidResponseError)
})

test('a head of 16 KB is read, and a longer one is refused before it has ended', () => {
  expect(read([`${head(16_000)}\r\ncontent-length: 0\r\n\r\n`]).ends()).toBe(1)
  expect(() => read([head(17_000)])).toThrow(InvalidResponseError)
})

test.each([
  ['headers', `HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(512)}\r\n`],
  ['interim responses', 'HTTP/1.1 103 Wait\r\n\r\n'.repeat(513)],
  ['chunks', chunked('1\r\nx\r\n'.repeat(511))],
  ['trailers', chunked(`0\r\n${'a:\r\n'.repeat(510)}`)],
])('a response ends at 512 lines of %s', (_what, text) => {
  expect(() => read([text])).toThrow(ResponseTooLongError)
  expect(() => read(text.split(''))).toThrow(ResponseTooLongError)
})

test('the lines of a body are not counted', () => {
  const body = '\n'.repeat(2000)
  expect(read([`HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\n${body}`]).body()).toBe(body)
})

function head(length: number): string {
  return `HTTP/1.1 200 OK\r\na: ${'b'.repeat(length)}`
}

function ok(body: string) {
  return { status: 200, body, isReusable: true }
}

function chunked(body: string): string {
  return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`
}
