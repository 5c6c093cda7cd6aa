import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { openSendingBed } from '../delivery/test-sending.ts'
import { addAddress } from '../emails/test-emails.ts'
import { enqueueSystemMail } from '../outbound/enqueue-system-mail.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { releaseHeld } from './release-held.ts'

const { bed, newEmail, send, read, rows, count } = openSendingBed()
const operator = { authorization: `Bearer ${testAdminToken}` }

const post = (path: string, payload?: object, headers = operator) =>
  bed.service.app.inject({
    method: 'POST',
    url: `/admin/accounts/${path}`,
    headers,
    ...(payload && { payload }),
  })
const idOf = async () => (await send()).json<{ data: { id: string } }>().data.id
const isHeld = () => expect.poll(() => count('held_outbound')).toBe(1)

describe('a suspended account', () => {
  test('cannot send, is told why, and sends again once it is unsuspended', async () => {
    const suspended = await post('ada/suspend', { reason: 'We look into reports of spam' })
    const reason = 'Sending is suspended by the operator: We look into reports of spam'
    expect(suspended.json()).toMatchObject({ data: { sending: { isAllowed: false, reason } } })
    const refused = await send()
    expect([refused.statusCode, refused.json()]).toEqual([403, { error: reason }])
    expect((await post('ada/unsuspend')).json()).toMatchObject({
      data: { sending: { isAllowed: true, reason: null } },
    })
    expect((await send()).statusCode).toBe(202)
  })

  test('has its queued mail held, and sent once when it is unsuspended', async () => {
    const id = await idOf()
    await post('ada/suspend', { reason: 'A question' })
    await bed.mail.startSendWorker(bed.sink.url)
    await isHeld()
    expect(await releaseHeld(bed.mail.services)).toBe(0)
    expect([(await read(id)).status, bed.sink.mails.length]).toEqual(['queued', 0])
    await post('ada/unsuspend')
    const released = await Promise.all([1, 2, 3].map(() => releaseHeld(bed.mail.services)))
    expect(released.toSorted()).toEqual([0, 0, 1])
    await bed.sink.waitForMails(1)
    await expect.poll(async () => (await read(id)).status).toBe('sent')
    expect([bed.sink.mails.length, await count('held_outbound')]).toEqual([1, 0])
  })

  test('still gets the e-mails of the service itself', async () => {
    await post('ada/suspend', { reason: 'A question' })
    await bed.mail.startSendWorker(bed.sink.url)
    const { services } = bed.service
    await services.db.transaction((tx) =>
      enqueueSystemMail(tx, services, {
        ownerId: 'live:ada',
        to: 'ada@example.com',
        subject: 'About your account',
        text: 'Hello',
      }),
    )
    const [mail] = await bed.sink.waitForMails(1)
    expect(mail!.content.toString()).toContain('About your account')
  })

  test('still sends in test mode', async () => {
    await post('ada/suspend', { reason: 'A question' })
    const headers = await bed.service.key('ada', { mode: 'test' })
    const { id: fromAddressId } = await addAddress(bed.service, 'ada', { mode: 'test' })
    expect((await send({ ...newEmail(), fromAddressId }, headers)).statusCode).toBe(202)
    expect((await send()).statusCode).toBe(403)
  })

  test('has its forwards held', async () => {
    await post('ada/suspend', { reason: 'A question' })
    await rows(`
      with message as (insert into alias.messages (id, content, size, created_at)
        values ('${newId()}', 'Subject: x', 10, now()) returning id)
      insert into alias.outbound_messages (id, owner_id, message_id, mail_from, rcpt_to, queued_at, forwarded_email_id)
      select '${newId()}', 'live:ada', id, '', 'me@example.net', now(), '${newId()}' from message`)
    const [outbound] = await rows<{ id: string }>('select id from alias.outbound_messages')
    await bed.mail.startSendWorker(bed.sink.url)
    await bed.mail.services.work.send('outbound', { outboundId: outbound!.id })
    await isHeld()
    expect(bed.sink.mails).toEqual([])
  })

  test('whose alias is deleted leaves nothing held', async () => {
    await idOf()
    await post('ada/suspend', { reason: 'A question' })
    await bed.mail.startSendWorker(bed.sink.url)
    await isHeld()
    await rows('delete from alias.addresses')
    await post('ada/unsuspend')
    await releaseHeld(bed.mail.services)
    await expect.poll(() => count('outbound_messages')).toBe(0)
    expect([await count('held_outbound'), bed.sink.mails.length]).toEqual([0, 0])
  })

  test('is suspended by the operator alone, with a reason', async () => {
    expect((await post('ada/suspend', { reason: 'x' }, bed.key)).statusCode).toBe(401)
    expect((await post('ada/unsuspend', undefined, bed.key)).statusCode).toBe(401)
    expect((await post('ada/suspend', {})).statusCode).toBe(400)
    expect((await post('nobody/suspend', { reason: 'x' })).statusCode).toBe(404)
    expect((await post('nobody/unsuspend')).statusCode).toBe(404)
  })
})

const person = async (claims: Record<string, unknown>) => ({
  authorization: `Bearer ${await bed.service.issuer.token('ada', claims)}`,
})
const use = async (headers: { authorization: string }) =>
  bed.service.app.inject({ url: '/api/v1/account', headers })
const create = async (path: string, payload: object) =>
  (await bed.service.app.inject({ method: 'POST', url: `/api/v1/${path}`, headers: bed.key, payload })).json<{
    error?: string
  }>().error
const first = 'Confirm the e-mail address of your account first'

describe('an account whose address is not confirmed', () => {
  test('can neither send nor have verification emails sent, nor have more than two webhooks, until it is', async () => {
    await use(await person({ email_verified: false }))
    expect((await send()).json()).toEqual({ error: first })
    expect(await create('forwarding-addresses', { email: 'me@example.net' })).toBe(first)
    const hook = { url: 'https://example.net/hook', events: ['email.received'] }
    expect([await create('webhooks', hook), await create('webhooks', hook)]).toEqual([undefined, undefined])
    expect(await create('webhooks', hook)).toMatch(/^Webhook limit reached: 2 of 2 used/)
    await use(await person({ email_verified: true }))
    expect((await send()).statusCode).toBe(202)
    expect(await create('forwarding-addresses', { email: 'me@example.net' })).toBeUndefined()
    expect(await create('webhooks', hook)).toBeUndefined()
  })

  test('is confirmed for good: an older JWT takes nothing back, but another e-mail does', async () => {
    await use(await person({ email_verified: true }))
    await use(await person({ email_verified: false }))
    await use(await person({}))
    expect((await send()).statusCode).toBe(202)
    await use(await person({ email: 'ada@new.example', email_verified: false }))
    expect((await send()).statusCode).toBe(403)
  })

  test('is not assumed where the issuer does not say whether addresses are confirmed', async () => {
    await use(await person({}))
    expect((await send()).statusCode).toBe(202)
  })

  test('keeps its e-mail when a JWT names none', async () => {
    await use(await person({ email_verified: true }))
    await use(await person({ email: undefined }))
    expect(await rows('select email, email_verified from alias.accounts')).toEqual([
      { email: 'ada@example.com', email_verified: true },
    ])
  })
})
