import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { describe, expect, test } from 'vitest'
import { addAddress } from '../emails/test-emails.ts'
import { addMailbox } from '../forwarding-addresses/test-mailboxes.ts'
import type { MailRule } from './mail-rule.ts'
import { openMailRulesBed } from './test-mail-rules.ts'

const { bed, path, get, put, list } = openMailRulesBed()
const suspend = (id: string) =>
  bed.service.database.connectAsOwner().db.execute(sql`
    update alias.forwarding_addresses
    set verified_at = null, suspended_at = now(), suspended_reason = '550 no such user' where id = ${id}
  `)

const labelled = (name: string) => [{ action: 'label', label: name }]
const putIf = (rules: object[], ifMatch: string) =>
  bed.service.app.inject({
    method: 'PUT',
    url: path(),
    headers: { ...bed.key, 'if-match': ifMatch },
    payload: { rules },
  })
const tag = async () => (await get()).headers['etag'] as string

describe('the rules of an alias', () => {
  test('are none at first', async () => {
    expect((await get()).json()).toEqual({ data: [], version: expect.any(Number) })
  })

  test('are read back in the order in which they were given', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
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
      version: expect.any(Number),
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

  test('whose mailbox is deleted keep their mail where no other rule was to have it, and are deleted where one was', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    const { forwardToId: other } = await addMailbox(bed.service, bed.account)
    await put([
      { action: 'forward', forwardToId },
      { action: 'forward', forwardToId, stop: true },
      { action: 'forward', forwardToId: other },
    ])
    const { statusCode } = await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/forwarding-addresses/${forwardToId}`,
      headers: bed.key,
    })
    expect(statusCode).toBe(200)
    expect(await list()).toMatchObject([
      { action: 'keep', stop: true },
      { action: 'forward', forwardToId: other },
    ])
  })

  test('a change is in the audit log', async () => {
    await put([{ action: 'keep' }])
    const log = await bed.service.app.inject({
      url: '/api/v1/audit-logs?action=mail_rules.replace',
      headers: await bed.service.person(bed.account),
    })
    expect(log.json()).toMatchObject({ data: { logs: [{ method: 'PUT', statusCode: 200 }] } })
  })
})

describe('the version of the rules of an alias', () => {
  test('is the ETag of every answer, and another one after each change', async () => {
    const first = await get()
    expect(first.headers['etag']).toBe(`"${first.json<{ version: number }>().version}"`)
    const changed = await put(labelled('a'))
    expect(changed.headers['etag']).toBe(`"${changed.json<{ version: number }>().version}"`)
    expect(changed.headers['etag']).not.toBe(first.headers['etag'])
    expect(await tag()).toBe(changed.headers['etag'])
    expect((await put(labelled('a'))).headers['etag']).not.toBe(changed.headers['etag'])
  })

  test('refuses a change of rules that somebody else has changed with 412, and leaves them as they are', async () => {
    const stale = await tag()
    await put(labelled('a'))
    const refused = await putIf(labelled('b'), stale)
    expect([refused.statusCode, refused.json()]).toEqual([412, { error: 'Rules have changed' }])
    expect(await list()).toMatchObject(labelled('a'))
    expect((await putIf(labelled('b'), `"1", W/${await tag()}`)).statusCode).toBe(200)
    expect((await putIf(labelled('c'), '*')).statusCode).toBe(200)
    expect((await put(labelled('d'))).statusCode).toBe(200)
  })

  test('lets one of several changes at the same moment pass', async () => {
    const current = await tag()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => putIf(labelled(name), current)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412, 412, 412])
  })

  test('answers a reader who has it with 304, until a mailbox of the rules is suspended', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    await put([{ action: 'forward', forwardToId }])
    const read = async (known: string) =>
      (await get(path(), { ...bed.key, 'if-none-match': known } as typeof bed.key)).statusCode
    const known = await tag()
    expect(await read(known)).toBe(304)
    await suspend(forwardToId)
    expect(await read(known)).toBe(200)
    // The rules themselves have not changed.
    expect((await putIf([], known)).statusCode).toBe(200)
  })
})

describe('a mailbox that is suspended', () => {
  test('stays in the rules that name it, which say so and can be changed', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    const rule = { action: 'forward', forwardToId }
    await put([rule])
    await suspend(forwardToId)
    const answer = await put([{ action: 'label', label: 'a' }, rule])
    expect(answer.statusCode).toBe(200)
    const [first, forward] = await list()
    expect(first).not.toHaveProperty('suspension')
    expect(forward).toMatchObject({
      forwardToId,
      suspension: { at: expect.any(String), reason: '550 no such user' },
    })
  })

  test('is refused by the rules of an alias that do not name it', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    await put([{ action: 'forward', forwardToId }])
    await suspend(forwardToId)
    const other = path((await addAddress(bed.service, bed.account)).id)
    expect((await put([{ action: 'forward', forwardToId }], bed.key, other)).statusCode).toBe(400)
    await put([])
    expect((await put([{ action: 'forward', forwardToId }])).statusCode).toBe(400)
  })
})

describe('access to rules', () => {
  test('rules require a key with the scope forwarding:manage', async () => {
    expect((await bed.service.app.inject({ url: path() })).statusCode).toBe(401)
    const headers = await bed.service.key(bed.account, { scopes: ['emails:write'] })
    expect((await get(path(), headers)).statusCode).toBe(403)
    expect((await put([], headers)).statusCode).toBe(403)
  })

  test('the rules of another owner’s alias, of the other mode, an unknown id and an invalid id are all the same 404', async () => {
    const strangers = [await bed.service.key('mallory'), await bed.service.key(bed.account, { mode: 'test' })]
    const unknown = [path(newId()), path('none')]
    for (const response of [
      ...(await Promise.all(strangers.flatMap((headers) => [get(path(), headers), put([], headers)]))),
      ...(await Promise.all(unknown.flatMap((url) => [get(url), put([], bed.key, url)]))),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
  })
})
