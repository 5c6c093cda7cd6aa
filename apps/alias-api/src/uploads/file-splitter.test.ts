import { expect, test } from 'vitest'
import { createFileSplitter } from './file-splitter.ts'

const backslash = '\\'

/** What is left of a body that comes in chunks of a length, and the texts of its files. */
function split(body: string, bytes: number): { json: string; files: string[] } {
  const splitter = createFileSplitter('file', (file) => `<${file}>`)
  const all = Buffer.from(body)
  let json = ''
  const files: string[] = []
  for (let at = 0; at < all.length; at += bytes)
    for (const piece of splitter.write(all.subarray(at, at + bytes)))
      if (piece.file === null) json += piece.bytes.toString('latin1')
      else files[piece.file] = (files[piece.file] ?? '') + piece.bytes.toString('latin1')
  return { json: Buffer.from(json, 'latin1').toString(), files }
}

const cases: [string, string, string, string[]][] = [
  ['one file', '{"file":"abc"}', '{"file":"<0>"}', ['abc']],
  ['no file', '{"a":"abc","b":[1,true,null]}', '{"a":"abc","b":[1,true,null]}', []],
  ['an empty file', '{"file":""}', '{"file":"<0>"}', ['']],
  ['space around the name', '{\n "file" \t:\r\n "abc" }', '{\n "file" \t:\r\n "<0>" }', ['abc']],
  [
    'files in a list',
    '[{"file":"a"},{"file":"b","x":1}]',
    '[{"file":"<0>"},{"file":"<1>","x":1}]',
    ['a', 'b'],
  ],
  ['the same name twice', '{"file":"a","file":"b"}', '{"file":"<0>","file":"<1>"}', ['a', 'b']],
  ['the name as a value', '{"a":"file","b":"c"}', '{"a":"file","b":"c"}', []],
  ['the name in a list', '["file","abc"]', '["file","abc"]', []],
  ['a file that is no text', '{"file":1,"a":"b"}', '{"file":1,"a":"b"}', []],
  ['a file that is a list', '{"file":["a"]}', '{"file":["a"]}', []],
  ['a name that only begins so', '{"files":"abc"}', '{"files":"abc"}', []],
  ['a written-out name', String.raw`{"\u0066ile":"abc"}`, String.raw`{"\u0066ile":"<0>"}`, ['abc']],
  ['a file in a text', String.raw`{"a":"\"file\":\"abc\""}`, String.raw`{"a":"\"file\":\"abc\""}`, []],
  ['escapes in a file', String.raw`{"file":"a\/\u003d"}`, '{"file":"<0>"}', [String.raw`a\/\u003d`]],
  ['a quote in a file', String.raw`{"file":"a\"b","c":"d"}`, '{"file":"<0>","c":"d"}', [String.raw`a\"b`]],
  ['a backslash at the end', String.raw`{"file":"a\\","c":1}`, '{"file":"<0>","c":1}', [String.raw`a\\`]],
  [
    'a text with a backslash at its end',
    String.raw`{"a\\":"b\\","file":"c"}`,
    String.raw`{"a\\":"b\\","file":"<0>"}`,
    ['c'],
  ],
  ['other alphabets', '{"ä":"€ 😀","file":"c"}', '{"ä":"€ 😀","file":"<0>"}', ['c']],
  ['an unfinished file', '{"file":"abc', '{"file":"<0>', ['abc']],
  ['what is not JSON', `file:"${backslash}`, `file:"${backslash}`, []],
]

test.each(cases)(
  'a body with %s is split the same however it comes in chunks',
  (_what, body, json, files) => {
    for (let bytes = 1; bytes <= Buffer.byteLength(body); bytes += 1)
      expect(split(body, bytes), `${bytes} bytes each`).toEqual({ json, files })
  },
)

test('a file of many chunks and escapes is left as it is', () => {
  const file = String.raw`QUJD\/w==`.repeat(20_000)
  expect(split(`{"a":1,"file":"${file}"}`, 1000)).toEqual({ json: '{"a":1,"file":"<0>"}', files: [file] })
})
