import { armor, createMessage, enums, generateKey, readKey, reformatKey, revokeKey, sign } from 'openpgp'
import { describe, expect, test } from 'vitest'
import { readPgpKey } from './read-pgp-key.ts'

const at = new Date()
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const userIDs = [{ name: 'Ada', email: 'ada@example.net' }]
const generate = (options: Partial<Parameters<typeof generateKey>[0]> = {}) =>
  generateKey({ userIDs, format: 'armored', ...options } as Parameters<
    typeof generateKey
  >[0]) as unknown as Promise<{
    publicKey: string
    privateKey: string
    revocationCertificate: string
  }>

describe('a public key', () => {
  test.each([{ type: 'ecc' }, { type: 'rsa', rsaBits: 2048 }, { type: 'curve25519' }] as const)(
    'is read with its fingerprint: %j',
    async (options) => {
      const { publicKey } = await generate(options)
      const read = await readPgpKey(publicKey, later(1))
      expect(read).toMatchObject({
        fingerprint: (await readKey({ armoredKey: publicKey })).getFingerprint(),
        expiresAt: null,
      })
      expect(read.fingerprint).toMatch(/^(?:[\da-f]{40}|[\da-f]{64})$/)
      expect((await readKey({ armoredKey: read.armored })).isPrivate()).toBe(false)
    },
  )

  test('that expires says when', async () => {
    const { publicKey } = await generate({ keyExpirationTime: 86_400 })
    const { expiresAt } = await readPgpKey(publicKey, later(1))
    expect(Math.abs(expiresAt! - at.getTime() - 86_400_000)).toBeLessThan(60_000)
    await expect(readPgpKey(publicKey, later(2 * 86_400))).rejects.toThrow('has expired')
  })

  test('expires with the part that is used for encryption', async () => {
    const { privateKey } = await generate()
    const key = await readKey({ armoredKey: privateKey })
    if (!key.isPrivate()) throw new Error('it is private')
    const short = await key.addSubkey({ type: 'ecc', keyExpirationTime: 3600, date: later(10) })
    const { expiresAt } = await readPgpKey(short.toPublic().armor(), later(20))
    expect(expiresAt).not.toBeNull()
  })

  test('is stored without what others have certified', async () => {
    const key = await readKey({ armoredKey: (await generate()).publicKey })
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const other = await readKey({ armoredKey: (await generate()).privateKey })
        if (!other.isPrivate()) throw new Error('it is private')
        return other
      }),
    )
    const certified = await key.signAllUsers(others, later(1))
    expect(certified.users[0]!.otherCertifications).toHaveLength(3)
    const read = await readPgpKey(certified.armor(), later(2))
    expect((await readKey({ armoredKey: read.armored })).users[0]!.otherCertifications).toEqual([])
  })
})

describe('refused is', () => {
  test('what is no key', async () => {
    const { publicKey, privateKey } = await generate()
    const key = await readKey({ armoredKey: privateKey })
    if (!key.isPrivate()) throw new Error('it is private')
    const signature = await sign({ message: await createMessage({ text: 'x' }), signingKeys: key })
    const two = armor(enums.armor.publicKey, Buffer.concat([key.toPublic().write(), key.toPublic().write()]))
    for (const text of ['', 'hello', publicKey.slice(0, 200), signature, publicKey + publicKey, two])
      await expect(readPgpKey(text, later(1)), text).rejects.toThrow('must be one OpenPGP public key')
  })

  test('a private key', async () => {
    await expect(readPgpKey((await generate()).privateKey, later(1))).rejects.toThrow('must be a public key')
  })

  test('a key that is revoked', async () => {
    const { publicKey, revocationCertificate } = await generate()
    const key = await readKey({ armoredKey: publicKey })
    const revoked = await revokeKey({ key, revocationCertificate, format: 'armored' })
    await expect(readPgpKey(revoked.publicKey, later(10))).rejects.toThrow('is revoked')
  })

  test('a key that can only sign', async () => {
    const { publicKey } = await generate({ subkeys: [{ sign: true }] })
    await expect(readPgpKey(publicKey, later(1))).rejects.toThrow(
      'has no part that can be used for encryption',
    )
  })

  test('a key whose names are more than is stored', async () => {
    const { privateKey } = await generate()
    const key = await readKey({ armoredKey: privateKey })
    if (!key.isPrivate()) throw new Error('it is private')
    const many = Array.from({ length: 120 }, (_, number) => ({ email: `ada${number}@example.net` }))
    const { publicKey } = await reformatKey({ privateKey: key, userIDs: many, format: 'armored' })
    await expect(readPgpKey(publicKey, later(10))).rejects.toThrow('has more than 16384 characters')
  })
})
