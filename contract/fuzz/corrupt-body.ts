import type { Random } from '@waypost/testing'

/** A body as it is sent, with the content type that its header claims. */
export interface Body {
  bytes: Buffer
  contentType: string | undefined
}

const json = 'application/json'
const asJson = (text: string): Body => ({ bytes: Buffer.from(text), contentType: json })

/** Ways to corrupt the text of a body, whatever its content. */
const ways: ((text: string, random: Random) => Body)[] = [
  (text, random) => asJson(text.slice(0, random.integer(text.length))),
  (text) => asJson(`${text}${text}`),
  (text) => asJson(`\ufeff${text}`),
  (text) => asJson(text.replace('{', '{"name":"twice","name":1,')),
  (text) => asJson(text.replace('{', '{"__proto__":{"isAdmin":true},')),
  (text) => asJson(text.replace('{', '{"constructor":{"prototype":{"isAdmin":true}},')),
  (text) => asJson(text.replaceAll(/"[^"]*"(?=[,}])/g, '1e999')),
  (text) => asJson(text.replaceAll(/"[^"]*"(?=[,}])/g, `-${'9'.repeat(500)}`)),
  (text) => asJson(text.replaceAll('"', "'")),
  (text) => asJson(text.replaceAll(/"(?=[,}])/g, String.raw`\ud83d"`)),
  (text) => asJson(text.replaceAll(/"(?=[,}])/g, String.raw`\u0000"`)),
  (text) => ({
    bytes: Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
    contentType: json,
  }),
  (text) => ({ bytes: Buffer.from(text, 'utf16le'), contentType: json }),
  () => asJson(''),
  () => asJson(' '),
  () => asJson('null'),
  () => asJson('NaN'),
  () => asJson('"text"'),
  () => asJson('[]'),
  () => asJson('['.repeat(100_000)),
  () => asJson(`{"a":`.repeat(50_000)),
  () => asJson(`{${Array.from({ length: 20_000 }, (_, index) => `"field${index}":${index}`).join(',')}}`),
  () => asJson(`"${'x'.repeat(1_100_000)}"`),
  () => ({ bytes: Buffer.from('name=value&name=other'), contentType: 'application/x-www-form-urlencoded' }),
  () => ({ bytes: Buffer.from('<a/>'), contentType: 'text/xml' }),
  (text) => ({ bytes: Buffer.from(text), contentType: 'text/plain' }),
  (text) => ({ bytes: Buffer.from(text), contentType: undefined }),
  (text) => ({ bytes: Buffer.from(text), contentType: 'application/json; charset=utf-16' }),
  (text) => ({ bytes: Buffer.from(text), contentType: `${json}/../x` }),
  (text) => ({ bytes: Buffer.from(text), contentType: 'multipart/form-data' }),
]

export function corruptBody(random: Random, text: string): Body {
  return random.pick(ways)(text, random)
}

export const fittingBody = asJson
