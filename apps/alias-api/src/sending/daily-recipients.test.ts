import { describe, expect, test } from 'vitest'
import { openSendingBed } from '../delivery/test-sending.ts'
import { testAdminToken } from '../testing/test-app.ts'
import { recipientsByAge } from './recipients-by-age.ts'

const { bed, newEmail, send, rows, count } = openSendingBed()
const dayMs = 86_400_000
const operator = { authorization: `Bearer ${testAdminToken}` }

const put = (path: string, payload: object, headers = operator) =>
  bed.service.app.inject({ method: 'PUT', url: `/admin/accounts/${path}`, headers, payload })
const sendTimes = async (times: number) => {
  for (let index = 0; index < times; index += 1) expect((await send()).statusCode).toBe(202)
}
const usage = async () => {
  const response = await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })
  return response.json<{ data: { usage: { recipientsPerDay: object } } }>().data.usage.recipientsPerDay
}

describe('recipients a day', () => {
  test('the email over the limit is refused with the limit, what is used and when it resets', async () => {
    bed.time = Date.parse('2026-03-02T21:30:00.000Z')
    await put('ada/limits', { recipientsPerDay: 2 })
    await sendTimes(2)
    const refused = await send()
    expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([
      429,
      { error: 'Daily recipient limit reached: 2 of 2 used. It resets at 2026-03-03T00:00:00.000Z.' },
      '9000',
    ])
    expect(await usage()).toEqual({ used: 2, limit: 2, resetsAt: '2026-03-03T00:00:00.000Z' })
    expect(await count('outbound_messages')).toBe(2)
    bed.time = Date.parse('2026-03-03T00:00:00.000Z')
    await sendTimes(1)
  })

  test('of emails sent at the same moment at the last place, by several replicas, exactly one is accepted', async () => {
    await put('ada/limits', { recipientsPerDay: 4 })
    await sendTimes(3)
    const replica = await bed.service.openReplica()
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const request = {
          method: 'POST',
          url: '/api/v1/emails',
          headers: bed.key,
          payload: newEmail(),
        } as const
        return (await (index % 2 === 0 ? replica : bed.service.app).inject(request)).statusCode
      }),
    )
    expect(statuses.toSorted()).toEqual([202, ...Array.from({ length: 9 }, () => 429)])
    expect(await count('outbound_messages')).toBe(4)
  })

  test('an account of any plan begins with 20 and has those of its plan from the eighth day on', async () => {
    const now = Date.now()
    const limits = Array.from({ length: 9 }, (_, day) =>
      recipientsByAge(5000, new Date(now - day * dayMs), now),
    )
    expect(limits).toEqual([20, 50, 100, 250, 500, 1000, 2500, 5000, 5000])
    expect(await usage()).toMatchObject({ limit: 20 })
    await put('ada/plan', { plan: 'pro' })
    await rows(`update alias.accounts set created_at = now() - interval '8 days'`)
    const headers = await bed.service.person('ada')
    const read = async () =>
      (await bed.service.app.inject({ url: '/api/v1/account', headers })).json<{
        data: { usage: { recipientsPerDay: { limit: number } } }
      }>().data.usage.recipientsPerDay.limit
    expect(await read()).toBe(500)
    await put('ada/plan', { plan: 'free' })
    expect(await read()).toBe(20)
    await put('ada/plan', { plan: 'business' })
    expect(await read()).toBe(5000)
  })

  test('the operator’s own limit holds whatever the account’s age, until it is given back', async () => {
    expect((await put('ada/limits', { recipientsPerDay: 3000 })).json()).toMatchObject({
      data: { usage: { recipientsPerDay: { limit: 3000 } } },
    })
    const shown = await bed.service.app.inject({ url: '/admin/accounts/ada/limits', headers: operator })
    expect(shown.json()).toMatchObject({
      data: { id: 'ada', usage: { recipientsPerDay: { limit: 3000 } } },
    })
    await put('ada/limits', { webhooks: 5, recipientsPerDay: null })
    expect(await usage()).toMatchObject({ limit: 20 })
  })

  test('an email that is not accepted counts no recipient, and neither does one in test mode', async () => {
    await put('ada/limits', { recipientsPerDay: 0 })
    const testKey = await bed.service.key('ada', { mode: 'test' })
    const headers = testKey
    const created = await bed.service.app.inject({
      method: 'POST',
      url: '/api/v1/addresses',
      headers,
      payload: {},
    })
    const { id } = created.json<{ data: { id: string } }>().data
    expect((await send({ ...newEmail(), fromAddressId: id }, headers)).statusCode).toBe(202)
    await put('ada/limits', { recipientsPerDay: 5 })
    expect((await send({ ...newEmail(), subject: 'a\nb' })).statusCode).toBe(400)
    expect(await usage()).toMatchObject({ used: 0 })
  })

  test('only the operator sets limits, of accounts that there are, to whole numbers', async () => {
    expect((await put('ada/limits', { recipientsPerDay: 5 }, bed.key)).statusCode).toBe(401)
    expect((await put('nobody/limits', { recipientsPerDay: 5 })).statusCode).toBe(404)
    for (const payload of [{ recipientsPerDay: -1 }, { recipientsPerDay: 1.5 }, { cats: 5 }])
      expect((await put('ada/limits', payload)).statusCode).toBe(400)
  })

  test('a sender of whose mail 2 % bounced or anybody complained has half as many recipients', async () => {
    await put('ada/limits', { recipientsPerDay: 100 })
    await rows(`insert into alias.sending_days values ('ada', current_date - 6, 100, 2, 0)`)
    expect(await usage()).toMatchObject({ used: 0, limit: 50 })
    await rows(`update alias.sending_days set bounces = 1`)
    expect(await usage()).toMatchObject({ limit: 100 })
    await rows(`update alias.sending_days set complaints = 1`)
    expect(await usage()).toMatchObject({ limit: 50 })
    await rows(`update alias.sending_days set day = current_date - 7`)
    expect(await usage()).toMatchObject({ limit: 100 })
  })
})
