import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerOf, type Mode } from '../accounts/owner.ts'
import { addAddress } from '../emails/test-emails.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { MailRule } from './mail-rule.ts'

let service: TestApp
let account: string
let key: { authorization: string }
let url: string
let accounts = 0

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  accounts += 1
  account = `ada-${accounts}`
  key = await service.key(account)
  url = `/api/v1/addresses/${(await addAddress(service, account)).id}/rules`
})

const get = (path = url, headers = key) => service.app.inject({ url: path, headers })
const put = (rules: unknown[], headers = key, path = url) =>
  service.app.inject({ method: 'PUT', url: path, headers, payload: { rules } })
const list = async () => (await get()).json<{ data: MailRule[] }>().data
const addMailbox = async ({
  of = account,
  mode = 'live',
  isVerified = true,
}: { of?: string; mode?: Mode; isVerified?: boolean } = {}) => {
  const id = newId()
  await service.database.connectAsOwner().db.execute(sql`
    insert into alias.forwarding_addresses (id, owner_id, email, verified_at, created_at)
    values (${id}, ${ownerOf(of, mode)}, ${`${id}@example.net`}, ${isVerified ? new Date() : null}, now())
  `)
  return id
}
const suspend = (id: string) =>
  service.database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses
    set verified_at = null, suspended_at = now(), suspended_reason = '550 no such user' where id = ${id}
  `)

describe('the rules of an alias', () => {
  test('are none at first', async () => {
    expect((await get()).json()).toEqual({ data: [] })
  })

  test('are read back in the order in which they were given', async () => {
    const forwardToId = await addMailbox()
    const conditions = {
      from: 'bob',
      subject: 'Invoice',
      header: { name: 'List-Id', contains: 'news' },
      largerThan: 1000,
      smallerThan: 5000,
      hasAttachments: true,
      spam: 'suspect',
    }
    const answer = await put([
      { conditions, action: 'label', label: ' Invoices ' },
      { action: 'forward', forwardToId, stop: true },
      { conditions: { header: { name: 'X-Bulk' } }, action: 'discard', isActive: false },
    ])
    expect(answer.statusCode).toBe(200)
    const none = { forwardToId: null, forwardToEmail: null, label: null, isActive: true, stop: false }
    const id = expect.any(String)
    expect(answer.json()).toEqual({
      data: [
        { ...none, id, conditions, action: 'label', label: 'Invoices' },
        {
          ...none,
          id,
          conditions: {},
          action: 'forward',
          forwardToId,
          forwardToEmail: `${forwardToId}@example.net`,
          stop: true,
        },
        {
          ...none,
          id,
          conditions: { header: { name: 'X-Bulk' } },
          action: 'discard',
          stop: true,
          isActive: false,
        },
      ],
    })
    expect(await list()).toEqual(answer.json<{ data: MailRule[] }>().data)
  })

  test('are replaced as a whole, also by none', async () => {
    await put([{ action: 'keep' }, { action: 'label', label: 'a' }])
    await put([{ action: 'label', label: 'b' }])
    expect(await list()).toMatchObject([{ action: 'label', label: 'b' }])
    await put([])
    expect(await list()).toEqual([])
  })

  test('two concurrent lists are not mixed', async () => {
    const lists = ['a', 'b', 'c'].map((label) => [1, 2].map(() => ({ action: 'label', label })))
    await Promise.all(lists.map((rules) => put(rules)))
    const labels = (await list()).map(({ label }) => label)
    expect(labels).toHaveLength(2)
    expect(new Set(labels).size).toBe(1)
  })

  test('a mailbox that is deleted takes its rules with it', async () => {
    const forwardToId = await addMailbox()
    await put([{ action: 'forward', forwardToId }, { action: 'keep' }])
    const path = `/api/v1/forwarding-addresses/${forwardToId}`
    await service.app.inject({ method: 'DELETE', url: path, headers: key })
    expect(await list()).toMatchObject([{ action: 'keep' }])
  })

  test('a change is in the audit log', async () => {
    await put([{ action: 'keep' }])
    const log = await service.app.inject({
      url: '/api/v1/audit-logs?action=mail_rules.replace',
      headers: await service.person(account),
    })
    expect(log.json()).toMatchObject({ data: { logs: [{ method: 'PUT', statusCode: 200 }] } })
  })

  describe('after a recovery of the account', () => {
    let owner: { authorization: string }
    beforeEach(async () => {
      owner = { authorization: `Bearer ${await service.issuer.token(account, { epoch: 1 })}` }
    })
    const recover = () =>
      service.app.inject({ method: 'POST', url: '/tokens/revoke', headers: owner, payload: { hold: true } })
    const active = async () =>
      (await get(url, owner)).json<{ data: MailRule[] }>().data.map(({ isActive }) => isActive)
    const held = async () => {
      const { data } = (await service.app.inject({ url: '/held-access', headers: owner })).json<{
        data: { id: string; kind: string; target: string }[]
      }>()
      return data.filter(({ kind }) => kind === 'mail_rule')
    }
    const targets = async () => (await held()).map(({ target }) => target).toSorted()
    const keep = (id: string) =>
      service.app.inject({ method: 'POST', url: `/held-access/${id}/keep`, headers: owner })

    test('rules that forward, or keep mail from the mailbox of the owner, are held until the owner keeps them', async () => {
      const forwardToId = await addMailbox()
      await put([
        { action: 'forward', forwardToId },
        { action: 'label', label: 'a' },
        { action: 'label', label: 'b', stop: true },
        { action: 'keep' },
        { action: 'webhook' },
        { action: 'discard' },
      ])
      await recover()
      expect(await active()).toEqual([false, true, false, false, false, false])
      expect(await targets()).toEqual(
        [`${forwardToId}@example.net`, 'discard', 'keep', 'label', 'webhook'].toSorted(),
      )
      await keep((await held()).find(({ target }) => target === 'discard')!.id)
      expect(await active()).toEqual([false, true, false, false, false, true])
    })

    test('a new list leaves the hold of each rule that it has unchanged, and ends that of a rule that it switches on', async () => {
      const conditions = { subject: 'code', from: 'bank' }
      const [first, second, third] = [
        { action: 'keep', conditions },
        { action: 'discard' },
        { action: 'keep' },
      ] as const
      await put([first, second, third, third])
      await recover()
      const before = (await held()).map(({ id }) => id).toSorted()
      const added = { action: 'label', label: 'a' }
      const off = { isActive: false }
      await put([added, { ...third, ...off }, second, { ...first, ...off }, third], owner)
      expect(await active()).toEqual([true, false, false, false, false])
      expect((await held()).map(({ id }) => id).toSorted()).toEqual(before)

      const on = { isActive: true }
      await put([{ ...second, ...on }, third, { ...first, ...on }], owner)
      expect(await active()).toEqual([true, false, true])
      expect(await targets()).toEqual(['keep'])
      await keep((await held())[0]!.id)
      expect(await active()).toEqual([true, true, true])
      await put([third, second, { ...first, ...off }], owner)
      expect([await active(), await held()]).toEqual([[true, true, false], []])
    })
  })
})

describe('invalid rules', () => {
  test('a mailbox that is unknown, unconfirmed, another account’s or of the other mode is refused, and nothing is changed', async () => {
    await put([{ action: 'keep' }])
    const mailboxes = [
      newId(),
      await addMailbox({ isVerified: false }),
      await addMailbox({ of: 'bob' }),
      await addMailbox({ mode: 'test' }),
    ]
    for (const forwardToId of mailboxes) {
      const response = await put([{ action: 'forward', forwardToId }])
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'forwardToId must be a verified forwarding address' })
    }
    expect(await list()).toMatchObject([{ action: 'keep' }])
  })

  test('rules that forward to 5 mailboxes are taken, and to 6 refused', async () => {
    const mailboxes = []
    for (let index = 0; index < 6; index += 1) mailboxes.push(await addMailbox())
    const rules = mailboxes.map((forwardToId) => ({ action: 'forward', forwardToId }))
    expect((await put([...rules.slice(1), ...rules.slice(1)])).statusCode).toBe(200)
    const refused = await put(rules)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'rules must forward to 5 mailboxes at most' },
    ])
  })

  test('20 rules are taken, and 21 refused', async () => {
    const rules = Array.from({ length: 21 }, () => ({ action: 'keep' }))
    expect((await put(rules.slice(1))).statusCode).toBe(200)
    expect((await put(rules)).statusCode).toBe(400)
  })

  test.each([
    [{ action: 'forward' }, 'forwardToId is needed for the action forward'],
    [{ action: 'label' }, 'label is needed for the action label'],
    [{ action: 'keep', label: 'a' }, 'label is only for the action label'],
    [{ action: 'keep', forwardToId: newId() }, 'forwardToId is only for the action forward'],
    [{ action: 'discard', stop: false }, 'stop must be true for the action discard'],
    [
      { action: 'forward', forwardToId: newId(), conditions: { spam: 'spam' } },
      'conditions.spam must not be spam for the action forward',
    ],
  ])('%j is refused: %s', async (rule, message) => {
    const response = await put([rule])
    expect(response.statusCode).toBe(400)
    expect(response.json<{ error: string }>().error).toContain(message)
  })

  test.each([
    { action: 'burn' },
    { action: 'label', label: '' },
    { action: 'label', label: 'x'.repeat(51) },
    { action: 'label', label: 'a\nb' },
    { action: 'keep', conditions: { from: '' } },
    { action: 'keep', conditions: { subject: 'x'.repeat(256) } },
    { action: 'keep', conditions: { header: { name: 'List Id' } } },
    { action: 'keep', conditions: { header: {} } },
    { action: 'keep', conditions: { largerThan: -1 } },
    { action: 'keep', conditions: { spam: 'ham' } },
    { action: 'keep', conditions: { body: 'x' } },
  ])('%j is refused', async (rule) => {
    expect((await put([rule])).statusCode).toBe(400)
  })
})

describe('a mailbox that is suspended', () => {
  test('stays in the rules that name it, which say so and can be changed', async () => {
    const forwardToId = await addMailbox()
    const rule = { action: 'forward', forwardToId }
    await put([rule])
    await suspend(forwardToId)
    const answer = await put([{ action: 'label', label: 'a' }, rule])
    expect(answer.statusCode).toBe(200)
    const [label, forward] = await list()
    expect(label).not.toHaveProperty('suspension')
    expect(forward).toMatchObject({
      forwardToId,
      suspension: { at: expect.any(String), reason: '550 no such user' },
    })
  })

  test('is refused by the rules of an alias that do not name it', async () => {
    const forwardToId = await addMailbox()
    await put([{ action: 'forward', forwardToId }])
    await suspend(forwardToId)
    const other = `/api/v1/addresses/${(await addAddress(service, account)).id}/rules`
    expect((await put([{ action: 'forward', forwardToId }], key, other)).statusCode).toBe(400)
    await put([])
    expect((await put([{ action: 'forward', forwardToId }])).statusCode).toBe(400)
  })
})

describe('access to rules', () => {
  test('rules require a key with the scope forwarding:manage', async () => {
    expect((await service.app.inject({ url })).statusCode).toBe(401)
    const headers = await service.key(account, { scopes: ['emails:write'] })
    expect((await get(url, headers)).statusCode).toBe(403)
    expect((await put([], headers)).statusCode).toBe(403)
  })

  test('the rules of another owner’s alias, of the other mode, an unknown id and an invalid id are all the same 404', async () => {
    const strangers = [await service.key('mallory'), await service.key(account, { mode: 'test' })]
    const unknown = [newId(), 'none'].map((id) => `/api/v1/addresses/${id}/rules`)
    for (const response of [
      ...(await Promise.all(strangers.flatMap((headers) => [get(url, headers), put([], headers)]))),
      ...(await Promise.all(unknown.flatMap((path) => [get(path), put([], key, path)]))),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
  })
})
