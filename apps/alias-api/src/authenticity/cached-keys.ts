import type crypto from 'node:crypto'
import type { KeyObject, PublicKeyInput } from 'node:crypto'

type Crypto = Pick<typeof crypto, 'createPublicKey' | 'verify'>
type Given = Parameters<Crypto['createPublicKey']>[0]

const mostKeys = 200
// A public RSA key of 8,192 bits in PEM is shorter.
const longestKey = 2048

/**
 * The same two functions, which parse a public key once as long as it is one of the last ones. mailauth parses the key of each
 * signature, writes it as PEM and parses that, which was a fifth of what a check costs; most mail is signed by few keys.
 */
export function cacheKeys({ createPublicKey, verify }: Crypto): Crypto {
  const keys = new Map<string, KeyObject>()
  const parse = (given: Given): KeyObject => {
    const text = textOf(given)
    if (text === undefined || text.length > longestKey) return createPublicKey(given)
    const key = keys.get(text) ?? withOneExport(createPublicKey(given))
    // The newest last, so that the first is the one to drop.
    keys.delete(text)
    if (keys.size >= mostKeys) keys.delete(keys.keys().next().value!)
    keys.set(text, key)
    return key
  }
  const verifyBy = (...[algorithm, data, key, signature]: Parameters<Crypto['verify']>): boolean =>
    verify(algorithm, data, typeof key === 'string' ? parse(key) : key, signature)
  return { createPublicKey: parse, verify: verifyBy as Crypto['verify'] }
}

/** What a key is parsed from; undefined for a form in which mailauth gives none. */
function textOf(given: Given): string | undefined {
  if (typeof given === 'string') return given
  const { key, format, type } = given as Partial<PublicKeyInput>
  return Buffer.isBuffer(key) ? `${format} ${type} ${key.toString('base64')}` : undefined
}

/** The key, which keeps each form in which it was written. */
function withOneExport(key: KeyObject): KeyObject {
  const written = new Map<string, unknown>()
  const write = key.export.bind(key) as (options: object) => unknown
  const writeOnce = (options: object): unknown => {
    const form = JSON.stringify(options)
    if (!written.has(form)) written.set(form, write(options))
    return written.get(form)
  }
  return Object.assign(key, { export: writeOnce })
}
