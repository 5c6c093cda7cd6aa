import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAliasBed } from '../emails/test-emails.ts'
import { addMailbox, addRefusedMailboxes } from '../forwarding-addresses/test-mailboxes.ts'
import type { ForwardingRule } from './forwarding-rule.ts'

const bed = openAliasBed()
let url: string
beforeEach(() => {
  url = `/api/v1/addresses/${bed.address.id}/forwarding`
})

const get = (path = url, headers = bed.key) => bed.service.app.inject({ url: path, headers })
const patch = (payload: object, headers = bed.key, path = url) =>
  bed.service.app.inject({ method: 'PATCH', url: path, headers, payload })
const change = async (payload: object) => (await patch(payload)).json<{ data: ForwardingRule }>().data
const none = {
  id: null,
  forwardToId: null,
  forwardToEmail: null,
  filterSender: null,
  filterSubject: null,
  isActive: false,
}

test('an alias without a forwarding rule is shown with all fields null', async () => {
  expect((await get()).json()).toEqual({ data: none })
})

describe('a forwarding rule', () => {
  test('creates a forwarding rule with all its fields, and reads it back', async () => {
    const { forwardToId, forwardToEmail } = await addMailbox(bed.service, bed.account)
    const wanted = { forwardToId, filterSender: '@shop.example', filterSubject: 'Invoice', isActive: true }
    const response = await patch(wanted)
    expect(response.statusCode).toBe(200)
    const { data } = response.json<{ data: ForwardingRule }>()
    expect(data).toEqual({ id: expect.any(String), forwardToEmail, ...wanted })
    expect((await get()).json()).toEqual({ data })
  })

  test('an alias has one forwarding rule: a second PATCH changes the fields that it names', async () => {
    const [one, two] = [
      await addMailbox(bed.service, bed.account),
      await addMailbox(bed.service, bed.account),
    ]
    const made = await change({ forwardToId: one.forwardToId, filterSender: 'a', filterSubject: 'b' })
    expect(made.isActive).toBe(true)
    const changed = await change({ forwardToId: two.forwardToId, filterSubject: null })
    expect(changed).toEqual({ ...made, ...two, filterSubject: null })
    expect(await change({ isActive: false })).toEqual({ ...changed, isActive: false })
    expect(await change({})).toEqual({ ...changed, isActive: false })
  })

  test('null disables a forwarding rule, and a mailbox with isActive true enables it again', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    await change({ forwardToId, filterSender: 'a' })
    expect(await change({ forwardToId: null })).toMatchObject({
      forwardToId: null,
      forwardToEmail: null,
      filterSender: 'a',
      isActive: false,
    })
    expect(await change({ forwardToId })).toMatchObject({ forwardToId, isActive: false })
    expect(await change({ forwardToId, isActive: true })).toMatchObject({ forwardToId, isActive: true })
  })

  test('a forwarding rule may have filters only, and an empty filter matches everything', async () => {
    expect(await change({ filterSender: 'a', filterSubject: '' })).toMatchObject({
      id: expect.any(String),
      filterSender: 'a',
      filterSubject: null,
      isActive: false,
    })
  })

  test('takes trackers out only where its owner says so, and says nothing of it otherwise', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    expect(await change({ forwardToId })).not.toHaveProperty('removesTrackers')
    expect(await change({ removesTrackers: true })).toMatchObject({ forwardToId, removesTrackers: true })
    expect(await change({ filterSender: 'a' })).toMatchObject({ removesTrackers: true })
    expect(await change({ removesTrackers: false })).not.toHaveProperty('removesTrackers')
  })

  test('deleting a mailbox deletes its forwarding rules', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    await change({ forwardToId })
    await bed.service.app.inject({
      method: 'DELETE',
      url: `/api/v1/forwarding-addresses/${forwardToId}`,
      headers: bed.key,
    })
    expect((await get()).json()).toEqual({ data: none })
  })

  test('two concurrent PATCHes create one forwarding rule', async () => {
    const { forwardToId } = await addMailbox(bed.service, bed.account)
    const made = await Promise.all(
      ['a', 'b', 'c'].map((filterSender) => change({ forwardToId, filterSender })),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })
})

describe('an invalid forwarding rule', () => {
  test('refuses an active forwarding rule without a mailbox', async () => {
    const response = await patch({ isActive: true })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ error: 'isActive needs forwardToId' })
    expect((await patch({ forwardToId: null, isActive: true })).statusCode).toBe(400)
  })

  test('refuses mailboxes that are unknown, unconfirmed, another account’s or of the other mode with the same error', async () => {
    for (const forwardToId of await addRefusedMailboxes(bed.service, bed.account)) {
      const response = await patch({ forwardToId })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ error: 'forwardToId must be a verified forwarding address' })
    }
    expect((await get()).json()).toEqual({ data: none })
  })

  test('accepts filters of 255 characters and refuses 256', async () => {
    const longest = 'x'.repeat(255)
    expect((await patch({ filterSender: longest, filterSubject: longest })).statusCode).toBe(200)
    expect((await patch({ filterSender: `${longest}x` })).statusCode).toBe(400)
    expect((await patch({ filterSubject: `${longest}x` })).statusCode).toBe(400)
  })

  test.each([
    { forwardToId: 'x' },
    { isActive: 'yes' },
    { isActive: null },
    { removesTrackers: null },
    { filterSender: 7 },
    { to: 'x' },
  ])('refuses %j', async (payload) => {
    expect((await patch(payload)).statusCode).toBe(400)
  })
})

describe('access to forwarding rules', () => {
  test('forwarding rules require a key with the scope forwarding:manage', async () => {
    expect((await bed.service.app.inject({ url })).statusCode).toBe(401)
    const headers = await bed.service.key(bed.account, { scopes: ['emails:write'] })
    expect((await get(url, headers)).statusCode).toBe(403)
    expect((await patch({}, headers)).json()).toEqual({
      error: 'Insufficient permissions. Required scopes: forwarding:manage',
    })
  })

  test('the rule of another owner’s alias, of the other mode, an unknown id and an invalid id are all the same 404', async () => {
    const strangers = [await bed.service.key('mallory'), await bed.service.key(bed.account, { mode: 'test' })]
    const unknown = [newId(), 'none'].map((id) => `/api/v1/addresses/${id}/forwarding`)
    for (const response of [
      ...(await Promise.all(strangers.flatMap((headers) => [get(url, headers), patch({}, headers)]))),
      ...(await Promise.all(unknown.flatMap((path) => [get(path), patch({}, bed.key, path)]))),
    ]) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ error: 'Alias not found' })
    }
  })
})
