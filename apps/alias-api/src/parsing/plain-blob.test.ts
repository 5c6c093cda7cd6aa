import { expect, test } from 'vitest'
import { PlainBlob } from './plain-blob.ts'

const bytes = Uint8Array.from({ length: 300 }, (_, index) => index)

test.each([
  ['nothing', []],
  ['text of any script', ['Gr\u00fc\u00dfe, \u65e5\u672c, \u{1f600}', '\n', '']],
  ['bytes and views of them', [bytes, bytes.subarray(7, 9), new DataView(bytes.buffer, 3, 5)]],
  ['a whole buffer', [bytes.buffer, '\n', bytes.buffer]],
])('a PlainBlob holds %s as a Blob does', async (_what, parts) => {
  expect(await new PlainBlob(parts).arrayBuffer()).toEqual(await new Blob(parts).arrayBuffer())
})
