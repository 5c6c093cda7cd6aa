import crypto, { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { cacheKeys } from './cached-keys.ts'

const data = Buffer.from('signed')

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 1024 })
const inDns = ({ publicKey }: ReturnType<typeof rsa>) => ({
  key: publicKey.export({ type: 'spki', format: 'der' }),
  format: 'der' as const,
  type: 'spki' as const,
})
/** As mailauth does with the key of each signature. */
const check = (
  { createPublicKey, verify }: ReturnType<typeof cacheKeys>,
  pair: ReturnType<typeof rsa>,
  signature: Buffer,
): boolean => {
  const pem = createPublicKey(inDns(pair)).export({ type: 'pkcs1', format: 'pem' })
  return verify('rsa-sha256', data, pem, signature)
}

test('a key is parsed once in each form, and verifies what was signed with it alone', () => {
  const createPublicKey = vi.fn(crypto.createPublicKey)
  const cached = cacheKeys({ createPublicKey, verify: crypto.verify })
  const [one, other] = [rsa(), rsa()]
  const signature = sign('sha256', data, one.privateKey)
  const outcomes = [one, other, one, other].map((pair) => check(cached, pair, signature))
  expect(outcomes).toEqual([true, false, true, false])
  expect(createPublicKey).toHaveBeenCalledTimes(4)
})

test('a key is written in the form that is asked for, and not where it has none', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = cacheKeys(crypto).createPublicKey({
    key: publicKey.export({ type: 'spki', format: 'der' }),
    format: 'der',
    type: 'spki',
  })
  for (const _ of [1, 2]) {
    expect(() => key.export({ type: 'pkcs1', format: 'pem' })).toThrow()
    expect(key.export({ type: 'spki', format: 'pem' })).toBe(
      publicKey.export({ type: 'spki', format: 'pem' }),
    )
  }
  const cached = cacheKeys(crypto)
  const hash = createHash('sha256').update(data).digest()
  const signature = crypto.sign(null, hash, generateKeyPairSync('ed25519').privateKey)
  expect(cached.verify(null, hash, key.export({ type: 'spki', format: 'pem' }), signature)).toBe(false)
})

test('what is no key is refused each time', () => {
  const { createPublicKey } = cacheKeys(crypto)
  const parse = () => createPublicKey({ key: Buffer.from('none'), format: 'der', type: 'spki' })
  for (const _ of [1, 2]) expect(parse).toThrow()
})

test('of many keys the last ones are kept, and none that is too long', () => {
  const createPublicKey = vi.fn(
    (given: { key: Buffer }) => ({ export: () => given.key.toString() }) as never,
  ) as never as typeof crypto.createPublicKey
  const cached = cacheKeys({ createPublicKey, verify: crypto.verify })
  const parse = (text: string) =>
    cached.createPublicKey({ key: Buffer.from(text), format: 'der', type: 'spki' })
  parse('first')
  for (let key = 0; key < 199; key += 1) parse(`key ${key}`)
  parse('first')
  expect(createPublicKey).toHaveBeenCalledTimes(200)
  parse('one more')
  parse('first')
  expect(createPublicKey).toHaveBeenCalledTimes(201)
  parse('key 0')
  expect(createPublicKey).toHaveBeenCalledTimes(202)
  for (const _ of [1, 2]) parse('x'.repeat(2000))
  expect(createPublicKey).toHaveBeenCalledTimes(204)
})
