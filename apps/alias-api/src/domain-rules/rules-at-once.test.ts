import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { describe, expect, test } from 'vitest'
import { startTestMail } from '../testing/test-mail.ts'
import { openRcptBed } from './test-rcpt.ts'

const { bed, rcpt, addVerified, addRule, listRules, request, any, aliases, limit, execute, ...smtp } =
  openRcptBed()
const { answerTo, answers, names, events } = smtp
const hourMs = 3_600_000

const usage = async () =>
  (await request('GET', '/api/v1/account')).json<{ data: { usage: Record<string, object> } }>().data.usage
const waiting = async () => {
  const { rows } = await execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length
}

describe('connections at the same moment', () => {
  test('make one alias of one name, with one event, and all are accepted', async () => {
    await request('POST', '/api/v1/webhooks', { url: 'https://example.com/', events: ['address.created'] })
    await addRule(rcpt.domainId, any)
    expect(await answers(Array<string>(12).fill('shop@ada.dev'))).toEqual(Array(12).fill('250 2.1.5'))
    expect([await names(), (await events()).length]).toEqual([['shop@ada.dev'], 1])
    expect((await listRules(rcpt.domainId))[0]).toMatchObject({ aliasesCreated: 1 })
  })

  test('make no more aliases than the account may have; the others are to try later', async () => {
    await limit({ addresses: 3 })
    await addRule(rcpt.domainId, any)
    const given = await answers(Array.from({ length: 9 }, (_, index) => `shop-${index}@ada.dev`))
    expect(given.toSorted()).toEqual([...Array<string>(3).fill('250 2.1.5'), ...Array(6).fill('452 4.2.2')])
    expect(await names()).toHaveLength(3)
  })

  test('make no more aliases than the account’s rules may in an hour; the others are to try later', async () => {
    await limit({ addressesByRulePerHour: 4 })
    const { id: second } = await addVerified('two.dev')
    for (const each of [rcpt.domainId, second]) await addRule(each, any)
    const given = await answers(
      Array.from({ length: 10 }, (_, index) => `shop-${index}@${index % 2 ? 'ada.dev' : 'two.dev'}`),
    )
    expect(given.toSorted()).toEqual([...Array<string>(4).fill('250 2.1.5'), ...Array(6).fill('450 4.2.1')])
    expect(await names()).toHaveLength(4)
    const resetsAt = new Date((Math.floor(bed.time / hourMs) + 1) * hourMs).toISOString()
    expect((await usage())['addressesByRulePerHour']).toEqual({ used: 4, limit: 4, resetsAt })
    // What exists already is not concerned.
    expect(await answerTo(`${(await names())[0]}`)).toBe('250 2.1.5')
    bed.time = Date.parse(resetsAt)
    expect(await answerTo('later@ada.dev')).toBe('250 2.1.5')
    expect((await usage())['addressesByRulePerHour']).toMatchObject({ used: 1 })
  })

  test('leave no active alias on a domain that is deleted meanwhile', async () => {
    await addRule(rcpt.domainId, any)
    const { db } = bed.service.database.connectAsOwner()
    const work: Promise<unknown>[] = []
    await db.transaction(async (tx) => {
      // An alias that is being made waits for its account, and the deletion comes before it is there.
      await tx.execute(sql`select from alias.accounts where id = 'ada' for update`)
      work.push(answerTo('shop@ada.dev'))
      await waitFor('the alias to wait', async () => (await waiting()) === 1)
      const deletion = request('DELETE', `/api/v1/domains/${rcpt.domainId}`)
      work.push(deletion)
      await Promise.race([deletion, waitFor('the deletion to wait', async () => (await waiting()) === 2)])
    })
    await Promise.all(work)
    expect(await aliases()).toMatchObject([{ address: 'shop@ada.dev', isActive: false }])
  })
})

test('twenty patterns that would keep an engine that backtracks busy for good are answered', async () => {
  for (let index = 0; index < 20; index++)
    await addRule(rcpt.domainId, { match: { type: 'regex', value: `((a+)+|(a|a)*|(.*.*)*)b{${index + 1}}` } })
  const name = 'a'.repeat(64)
  const given = await answers([...Array<string>(10).fill(`${name}@ada.dev`), `${name.slice(1)}b@ada.dev`])
  expect(given).toEqual([...Array<string>(10).fill('550 5.1.1'), '250 2.1.5'])
})

describe('a client that tries a dictionary', () => {
  test('is stopped by the limit of unknown recipients, and what it has made counts', async () => {
    await rcpt.mail.close()
    rcpt.mail = await startTestMail(bed.service, { limits: { connections: 100, unknownRecipients: 3 } })
    await addRule(rcpt.domainId, any)
    const given: string[] = []
    for (let index = 0; index < 5; index++) given.push(await answerTo(`word-${index}@ada.dev`))
    expect(given).toEqual(['250 2.1.5', '250 2.1.5', '250 2.1.5', '450 4.7.1', '450 4.7.1'])
    expect(await names()).toHaveLength(3)
  })
})
