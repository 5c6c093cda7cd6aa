import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { password } from '../create-test-dashboard.ts'
import { deleteExpired } from '../delete-expired.ts'
import { mailedTokenOf } from '../mailed-tokens/test-mailed-tokens.ts'
import { openAccountBed } from '../test-account-bed.ts'
import { codeOf, confirmEmailOf, switchOn, wrongCodeOf } from '../two-factor/test-two-factor.ts'
import { mostPasskeys } from './start-passkey.ts'
import { createTestAuthenticator, type TestAuthenticator } from './test-authenticator.ts'
import { addPasskeyIn } from './test-passkeys.ts'

const minuteMs = 60_000

const bed = openAccountBed()
let phone: TestAuthenticator
beforeEach(async () => {
  phone = createTestAuthenticator()
  await confirmEmailOf(bed.dashboard, bed.email)
})

const start = (body: object = { password }) => bed.ada.post('/auth/passkeys/options', body)
const add = (response: object, name = 'Phone') => bed.ada.post('/auth/passkeys', { name, response })
const rename = (id: string, body: object, browser = bed.ada) => browser.patch(`/auth/passkeys/${id}`, body)
const names = async (browser = bed.ada) =>
  (await browser.get('/auth/passkeys')).json().passkeys.map(({ name }: { name: string }) => name)
const subjects = async () => (await bed.dashboard.mails(bed.email)).map(({ subject }) => subject)

describe('adding a passkey', () => {
  test('asks for a discoverable one that verifies its user, of the domain of the public URL', async () => {
    const options = (await start()).json()
    expect(options).toMatchObject({
      rp: { id: 'dashboard.example', name: 'Waypost' },
      user: { name: bed.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const { account } = (await bed.ada.get('/auth/session')).json()
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(account.id.replaceAll('-', ''))
  })

  test('lists it by its name, puts it into the export, and sends an email', async () => {
    await addPasskeyIn(bed.ada, phone, { name: ' Phone ' })
    await addPasskeyIn(bed.ada, createTestAuthenticator(), { name: 'Security key' })
    const { origin, passkeys } = (await bed.ada.get('/auth/passkeys')).json()
    expect(origin).toBe('https://dashboard.example')
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'Phone', createdAt: expect.any(String), lastUsedAt: null },
      { id: expect.any(String), name: 'Security key', createdAt: expect.any(String), lastUsedAt: null },
    ])
    expect((await bed.ada.get('/auth/export')).json().passkeys).toEqual(passkeys)
    expect(await subjects()).toEqual(Array.from({ length: 2 }, () => 'A passkey was added to your account'))
    expect((await start()).json().excludeCredentials).toHaveLength(2)
  })

  test('takes the password, and a proven mailbox', async () => {
    expect((await start({ password: 'not the one' })).json().message).toBe('The password is wrong')
    expect((await start({})).statusCode).toBe(400)
    expect((await bed.dashboard.browser().post('/auth/passkeys/options', { password })).statusCode).toBe(401)
    const stranger = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    const early = await stranger.post('/auth/passkeys/options', { password })
    expect([early.statusCode, early.json().message]).toEqual([403, 'Confirm your email address first'])
    await bed.dashboard.browser().post('/auth/confirm-email', {
      token: await mailedTokenOf(bed.dashboard, 'confirm-email', `grace${bed.number}@example.com`),
    })
    expect((await stranger.post('/auth/passkeys/options', { password })).json().message).toContain(
      'it shows that the mailbox is yours',
    )
  })

  test('takes a code too where two-factor authentication is on', async () => {
    const { secret, recoveryCodes } = await switchOn(bed.dashboard, bed.ada, bed.email)
    expect((await start()).json()).toMatchObject({ statusCode: 403, message: 'A code is required' })
    const wrong = await start({ password, code: wrongCodeOf(bed.dashboard, secret) })
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'The code is wrong or was used already'])
    await addPasskeyIn(bed.ada, phone, { code: codeOf(bed.dashboard, secret) })
    await addPasskeyIn(bed.ada, createTestAuthenticator(), { code: recoveryCodes[0]! })
  })

  test('accepts a challenge once, for five minutes, and in the account that it was made for', async () => {
    const first = (await start()).json()
    expect((await add(createTestAuthenticator().create(first))).statusCode).toBe(201)
    expect((await add(createTestAuthenticator().create(first))).statusCode).toBe(400)

    const other = `grace${bed.number}@example.com`
    const grace = await bed.dashboard.signUp(other)
    const stolen = await grace.post('/auth/passkeys', {
      name: 'x',
      response: phone.create((await start()).json()),
    })
    expect(stolen.statusCode).toBe(400)

    const late = (await start()).json()
    bed.dashboard.advance(5 * minuteMs)
    const refused = await add(phone.create(late))
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'The passkey took too long, or was used already. Try again',
    ])
    await deleteExpired(bed.dashboard.services)
    const { rows } = await bed.dashboard.services.db.execute(sql`select from accounts.passkey_challenges`)
    expect(rows).toEqual([])
    expect([await names(), await names(grace)]).toEqual([['Phone'], []])
  })

  test('uses the challenge up when the answer is wrong', async () => {
    const options = (await start()).json()
    const wrong = createTestAuthenticator({ origin: 'https://elsewhere.example' })
    expect((await add(wrong.create(options))).statusCode).toBe(400)
    expect((await add(phone.create(options))).statusCode).toBe(400)
    expect(await names()).toEqual([])
  })

  test.each([
    ['made for a page of another origin', { origin: 'https://elsewhere.example' }],
    ['made for another domain', { rpId: 'elsewhere.example' }],
    ['that has not verified its user', { isUserVerified: false }],
  ])('refuses one %s', async (_what, options) => {
    const answer = await add(createTestAuthenticator(options).create((await start()).json()))
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'The passkey was not accepted. Try again, or use another one',
    ])
    expect(await names()).toEqual([])
  })

  test('refuses one that is of an account already', async () => {
    const made = phone.create((await start()).json())
    expect((await add(made)).statusCode).toBe(201)
    const options = (await start()).json()
    const clientDataJSON = Buffer.from(
      JSON.stringify({
        type: 'webauthn.create',
        challenge: options.challenge,
        origin: 'https://dashboard.example',
      }),
    ).toString('base64url')
    const again = await add({ ...made, response: { ...made.response, clientDataJSON } }, 'Copy')
    expect(again.statusCode).toBe(409)
    expect(await names()).toEqual(['Phone'])
  })

  test('ends at twenty, also among simultaneous requests', async () => {
    for (let number = 2; number <= mostPasskeys; number++)
      await addPasskeyIn(bed.ada, createTestAuthenticator())
    const options = await Promise.all([start(), start()])
    const answers = await Promise.all(
      options.map((each) => add(createTestAuthenticator().create(each.json()), 'Last')),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 403])
    expect((await start()).statusCode).toBe(403)
    expect(await names()).toHaveLength(mostPasskeys)
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of 61 characters', { name: 'x'.repeat(61) }],
    ['no answer', { response: undefined }],
  ])('with %s is refused', async (_what, change) => {
    const response = phone.create((await start()).json())
    const answer = await bed.ada.post('/auth/passkeys', { name: 'Phone', response, ...change })
    expect(answer.statusCode).toBe(400)
  })

  test('with client data that is no JSON is refused', async () => {
    const made = phone.create((await start()).json())
    const broken = { ...made, response: { ...made.response, clientDataJSON: 'AAAA' } }
    expect((await add(broken)).statusCode).toBe(400)
  })
})

describe('renaming a passkey', () => {
  test('changes its name and nothing else', async () => {
    const { id, ...others } = await addPasskeyIn(bed.ada, phone)
    const answer = await rename(id, { name: ' Old phone ' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...others, id, name: 'Old phone' }])
    expect(await names()).toEqual(['Old phone'])
  })

  test.each([{ name: ' ' }, { name: 'x'.repeat(61) }, {}, { name: 'Phone', counter: 0 }])(
    'with %j is refused',
    async (body) => {
      const { id } = await addPasskeyIn(bed.ada, phone)
      expect((await rename(id, body)).statusCode).toBe(400)
      expect(await names()).toEqual(['Phone'])
    },
  )

  test('another account has no part in it', async () => {
    const { id } = await addPasskeyIn(bed.ada, phone)
    const grace = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    expect((await rename(id, { name: 'Mine' }, grace)).statusCode).toBe(404)
    expect((await rename(id, { name: 'Mine' }, bed.dashboard.browser())).statusCode).toBe(401)
    expect(await names()).toEqual(['Phone'])
  })
})

describe('removing a passkey', () => {
  test('takes it out of the list, and sends an email', async () => {
    const { id } = await addPasskeyIn(bed.ada, phone)
    await addPasskeyIn(bed.ada, createTestAuthenticator(), { name: 'Security key' })
    expect((await bed.ada.delete(`/auth/passkeys/${id}`)).statusCode).toBe(204)
    expect(await names()).toEqual(['Security key'])
    expect((await subjects())[0]).toBe('A passkey was removed from your account')
    expect((await bed.ada.delete(`/auth/passkeys/${id}`)).statusCode).toBe(404)
  })

  test('another account has no part in it', async () => {
    const { id } = await addPasskeyIn(bed.ada, phone)
    const grace = await bed.dashboard.signUp(`grace${bed.number}@example.com`)
    expect(await names(grace)).toEqual([])
    expect((await grace.delete(`/auth/passkeys/${id}`)).statusCode).toBe(404)
    expect((await bed.dashboard.browser().delete(`/auth/passkeys/${id}`)).statusCode).toBe(401)
    expect(await names()).toEqual(['Phone'])
  })
})
