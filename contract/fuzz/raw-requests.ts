type Part = string | Buffer

const head = (line: string, ...fields: string[]) =>
  [line, 'Host: localhost', 'Content-Type: application/json', ...fields, '', ''].join('\r\n')

/**
 * Requests that no HTTP client would send, to a path that accepts POST.
 *
 * @param body - A body that the path accepts.
 */
export function rawRequests(path: string, body: string): [what: string, ...parts: Part[]][] {
  const post = (...fields: string[]) => head(`POST ${path} HTTP/1.1`, ...fields)
  return [
    ['a body that is cut off', post('Content-Length: 500'), body],
    ['a body longer than announced', post('Content-Length: 5'), body],
    ['a length that is not a number', post('Content-Length: many'), body],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 50'), body],
    [
      'a length and chunks',
      post('Content-Length: 5', 'Transfer-Encoding: chunked'),
      `5\r\n{"a":\r\n0\r\n\r\n`,
    ],
    ['a chunk that is cut off', post('Transfer-Encoding: chunked'), `ff\r\n${body}`],
    ['a chunk without a size', post('Transfer-Encoding: chunked'), `zz\r\n${body}\r\n0\r\n\r\n`],
    ['an unknown method', head(`BREW ${path} HTTP/1.1`)],
    ['a space in the path', head(`GET ${path}/a b HTTP/1.1`)],
    ['bytes in the path', Buffer.from(`GET ${path}/\xff\xfe HTTP/1.1\r\nHost: localhost\r\n\r\n`, 'latin1')],
    ['NUL in the path', head(`GET ${path}/\0 HTTP/1.1`)],
    ['NUL in a header', post('Idempotency-Key: a\0b', `Content-Length: ${body.length}`), body],
    [
      'bytes in the idempotency key',
      Buffer.from(post('Idempotency-Key: \xe9', `Content-Length: 2`), 'latin1'),
      '{}',
    ],
    [
      'an idempotency key of 9,000 characters',
      post(`Idempotency-Key: ${'k'.repeat(9000)}`, `Content-Length: 2`),
      '{}',
    ],
    ['a path of 100,000 characters', head(`GET ${path}/${'x'.repeat(100_000)} HTTP/1.1`)],
    ['5,000 headers', post(...Array.from({ length: 5000 }, (_, index) => `X-${index}: ${index}`))],
    ['another version of HTTP', head(`GET ${path} HTTP/9.9`)],
    ['bytes that are not HTTP', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01])],
  ]
}
