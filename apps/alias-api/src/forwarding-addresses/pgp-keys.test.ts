import { generateKey } from 'openpgp'
import { beforeAll, describe, expect, test } from 'vitest'
import { openForwardingAddressBed, path } from './test-forwarding-addresses.ts'

const { bed, request, addOne, read } = openForwardingAddressBed()

let armored: string
beforeAll(async () => {
  const generated = await generateKey({
    userIDs: [{ email: 'me@example.net' }],
    keyExpirationTime: 86_400 * 30,
    format: 'armored',
  })
  armored = generated.publicKey
})
const change = (id: string, payload: object, headers = bed.key) =>
  request('PATCH', `${path}/${id}`, payload, headers)

describe('the key of a mailbox', () => {
  test('is shown by its fingerprint and its expiry, never as a whole', async () => {
    const id = await addOne()
    expect(await read(id)).not.toHaveProperty('pgpKey')
    expect((await change(id, { pgpKey: armored })).statusCode).toBe(200)
    expect((await read(id)).pgpKey).toEqual({
      fingerprint: expect.stringMatching(/^[\da-f]{40}$/),
      expiresAt: expect.any(String),
      hidesSubject: false,
    })
    const listed = (await request('GET', path)).body
    expect(listed).toContain('fingerprint')
    expect(listed).not.toContain('BEGIN PGP')
  })

  test('stays where something else changes, and goes with what belonged to it', async () => {
    const id = await addOne()
    await change(id, { pgpKey: armored, hidesSubject: true })
    await change(id, { hasAliasLinks: true })
    expect(await read(id)).toMatchObject({ hasAliasLinks: true, pgpKey: { hidesSubject: true } })
    await change(id, { pgpKey: null })
    expect(await read(id)).not.toHaveProperty('pgpKey')
    await change(id, { pgpKey: armored })
    expect((await read(id)).pgpKey).toMatchObject({ hidesSubject: false })
  })

  test.each([
    ['hello', 'pgpKey must be one OpenPGP public key in ASCII armor'],
    ['x'.repeat(65_537), expect.stringContaining('pgpKey')],
    [7, expect.stringContaining('pgpKey')],
  ])('is refused, with the reason, and changes nothing: %#', async (pgpKey, error) => {
    const id = await addOne()
    await change(id, { pgpKey: armored })
    const before = await read(id)
    const response = await change(id, { pgpKey, hasAliasLinks: true })
    expect([response.statusCode, response.json()]).toEqual([400, { error }])
    expect(await read(id)).toEqual(before)
  })

  test('is changed by its owner alone, with the scope for it', async () => {
    const id = await addOne()
    const answers = [
      await change(id, { pgpKey: armored }, await bed.service.key('bob')),
      await change(id, { pgpKey: armored }, await bed.service.key('ada', { scopes: ['emails:write'] })),
      await change(id, {}),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 403, 400])
    expect(await read(id)).not.toHaveProperty('pgpKey')
  })
})
