import { argon2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { TooManyRequestsError } from '../attempts/too-many-requests-error.ts'
import { createPasswordHasher } from './create-password-hasher.ts'

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

describe('a password', () => {
  const passwords = createPasswordHasher()

  test('is stored as argon2id in PHC form with the OWASP cost and a new salt each time', async () => {
    const [one, other] = await Promise.all([passwords.hash('a password'), passwords.hash('a password')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
  })

  test('matches its own hash, and no other password does', async () => {
    const stored = await passwords.hash('a password')
    await expect(passwords.verify('a password', stored)).resolves.toBe(true)
    await expect(passwords.verify('A password', stored)).resolves.toBe(false)
    await expect(passwords.verify('a password ', stored)).resolves.toBe(false)
  })

  test('matches in every Unicode composition of its characters', async () => {
    const stored = await passwords.hash('pa\u00dfw\u00f6rter')
    await expect(passwords.verify('pa\u00dfwo\u0308rter', stored)).resolves.toBe(true)
  })

  test('is checked with the cost with which it was stored', async () => {
    const nonce = Buffer.alloc(16, 1)
    const hash = argon2Sync('argon2id', {
      message: 'old one',
      nonce,
      memory: 64,
      passes: 1,
      parallelism: 2,
      tagLength: 24,
    })
    const stored = `$argon2id$v=19$m=64,t=1,p=2$${encode(nonce)}$${encode(hash)}`
    await expect(passwords.verify('old one', stored)).resolves.toBe(true)
    await expect(passwords.verify('other', stored)).resolves.toBe(false)
  })

  test.each([
    '',
    'plaintext',
    '$2b$10$abc',
    '$argon2id$v=19$m=64,t=1$AAAA$AAAA',
    '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA',
  ])('stored in another form is an error, not a match: %j', async (stored) => {
    await expect(passwords.verify('plaintext', stored)).rejects.toThrow('PHC')
  })
})

test('checking the password of an unknown account costs one hash and never matches', async () => {
  const passwords = createPasswordHasher({ concurrency: 1, maxWaiting: 0 })
  const unknown = passwords.verify('', undefined)
  // The only slot is taken, which shows that the check above is hashing.
  await expect(passwords.hash('a password')).rejects.toThrow(TooManyRequestsError)
  await expect(unknown).resolves.toBe(false)
})
