import { sql } from 'drizzle-orm'
import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAddress, openAliasBed } from '../emails/test-emails.ts'
import type { Contact } from './contact.ts'

const bed = openAliasBed()
let url: string
beforeEach(() => {
  url = `/api/v1/addresses/${bed.address.id}/contacts`
})

const request = (
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  headers = bed.key,
) => bed.service.app.inject({ method, url: path, headers, ...(payload && { payload }) })
const put = async (payload: object) => (await request('PUT', url, payload)).json<{ data: Contact }>().data
const list = async (query = '') =>
  (await request('GET', url + query)).json<{ data: { contacts: Contact[]; total: number } }>().data

const path = (id: string) => `${url}/${id}`
const requests = (id: string) =>
  [
    ['GET', url, undefined, 'emails:read'],
    ['PUT', url, { email: 'eve@example.net' }, 'emails:write'],
    ['PATCH', path(id), { isBlocked: true }, 'emails:write'],
    ['DELETE', path(id), undefined, 'emails:write'],
  ] as const

describe('PUT /api/v1/addresses/:id/contacts', () => {
  test('a new contact has a reverse address on the domain of the alias that nobody can guess', async () => {
    const contact = await put({ email: 'bob@example.net', name: 'Bob' })
    expect(contact).toEqual({
      id: expect.any(String),
      email: 'bob@example.net',
      name: 'Bob',
      reverseAddress: expect.stringMatching(/^reply-[a-z2-7]{24}@waypost\.test$/),
      isBlocked: false,
      createdAt: expect.any(String),
    })
    expect(await list()).toMatchObject({ contacts: [contact], total: 1 })
  })

  test('the same address is the same contact whatever its case, with the last name that was given', async () => {
    const first = await put({ email: 'bob@example.net', name: 'Bob' })
    expect(await put({ email: 'BOB@Example.net' })).toEqual(first)
    expect(await put({ email: 'bob@example.net', name: null })).toEqual({ ...first, name: null })
    expect((await list()).total).toBe(1)
  })

  test('requests at the same moment add one contact', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => put({ email: 'bob@example.net' })))
    expect(new Set(all.map(({ reverseAddress }) => reverseAddress)).size).toBe(1)
  })

  test('two aliases have different reverse addresses for the same person', async () => {
    const { reverseAddress } = await put({ email: 'bob@example.net' })
    url = `/api/v1/addresses/${(await addAddress(bed.service, bed.account)).id}/contacts`
    expect((await put({ email: 'bob@example.net' })).reverseAddress).not.toBe(reverseAddress)
  })

  test.each([
    {},
    { email: 'bob' },
    { email: 'bob@example.net', name: 'a\nb' },
    { email: 'bob@example.net', name: 'x'.repeat(256) },
    { email: 'bob@example.net', isBlocked: true },
  ])('adding a contact refuses %j', async (payload) => {
    expect((await request('PUT', url, payload)).statusCode).toBe(400)
  })
})

test('contacts are listed newest first, in pages', async () => {
  for (const name of ['a', 'b', 'c']) await put({ email: `${name}@example.net` })
  const first = await list('?limit=2')
  expect([first.total, first.contacts.map(({ email }) => email)]).toEqual([
    3,
    ['c@example.net', 'b@example.net'],
  ])
  const next = await list('?limit=2&offset=2')
  expect(next.contacts.map(({ email }) => email)).toEqual(['a@example.net'])
})

test('a contact can be renamed, blocked, unblocked and deleted', async () => {
  const contact = await put({ email: 'bob@example.net' })
  const change = async (payload: object) =>
    (await request('PATCH', path(contact.id), payload)).json<{ data: Contact }>().data
  expect(await change({ isBlocked: true })).toEqual({ ...contact, isBlocked: true })
  expect(await change({ name: 'Bob' })).toEqual({ ...contact, name: 'Bob', isBlocked: true })
  expect(await change({ isBlocked: false })).toEqual({ ...contact, name: 'Bob' })
  expect((await request('DELETE', path(contact.id))).json()).toEqual({ message: 'Contact deleted' })
  const again = await request('DELETE', path(contact.id))
  expect([again.statusCode, again.json()]).toEqual([404, { error: 'Contact not found' }])
})

test('an account keeps at most 10,000 contacts on all its aliases, not counting those that forwarding has made', async () => {
  await put({ email: 'own@example.net' })
  const address = await addAddress(bed.service, bed.account)
  const fill = (count: number, isKept: boolean) =>
    bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.contacts (id, owner_id, address_id, email, reverse_address, created_at, is_kept)
      select uuidv7(), ${address.ownerId}, ${address.id}, number || ${`${isKept}@example.net`},
        number || ${`${isKept}${address.id}`}, now(), ${isKept}
      from generate_series(1, ${count}::integer) number`)
  await fill(10_000, false)
  await fill(9999, true)
  url = `/api/v1/addresses/${address.id}/contacts`
  const [made] = (await list('?limit=1&offset=9999')).contacts
  const refused = {
    error: 'Contact limit reached: 10000 of 10000 used. It does not reset: delete one first.',
  }
  for (const response of [
    await request('PUT', url, { email: 'more@example.net' }),
    await request('PUT', url, { email: made!.email }),
    await request('PATCH', path(made!.id), { isBlocked: true }),
  ])
    expect([response.statusCode, response.json()]).toEqual([403, refused])
  const others = `/api/v1/addresses/${(await addAddress(bed.service, bed.account)).id}/contacts`
  expect((await request('PUT', others, { email: 'more@example.net' })).statusCode).toBe(403)
  // Changes of kept ones are none more.
  expect(await put({ email: '1true@example.net', name: 'Bob' })).toMatchObject({ name: 'Bob' })
})

test('contacts are deleted with their alias', async () => {
  const { id } = await put({ email: 'bob@example.net' })
  await request('DELETE', url.replace('/contacts', ''))
  const { db } = bed.service.database.connectAsOwner()
  expect((await db.execute(sql`select from alias.contacts where id = ${id}`)).rowCount).toBe(0)
})

test('requests for contacts need a key with the scope, and find nothing of another owner', async () => {
  const { id } = await put({ email: 'bob@example.net' })
  const stranger = await bed.service.key('eve')
  for (const [method, to, payload, scope] of requests(id)) {
    expect((await bed.service.app.inject({ method, url: to, ...(payload && { payload }) })).statusCode).toBe(
      401,
    )
    const others = scope === 'emails:read' ? ['emails:write'] : ['emails:read']
    const unable = await bed.service.key(bed.account, { scopes: others as never })
    expect((await request(method, to, payload, unable)).statusCode).toBe(403)
    expect((await request(method, to, payload, stranger)).statusCode).toBe(404)
    const unknown = to.replace(/addresses\/[^/]+/, `addresses/${newId()}`)
    expect((await request(method, unknown, payload)).statusCode).toBe(404)
  }
  expect((await list()).contacts).toMatchObject([{ isBlocked: false }])
})

test('an alias cannot have the name of a reverse address', async () => {
  const name = `reply-${'a'.repeat(24)}`
  const response = await bed.service.app.inject({
    method: 'POST',
    url: '/api/v1/addresses',
    headers: bed.key,
    payload: { localPart: name, domain: 'ada.example' },
  })
  expect(response.statusCode).toBe(400)
  expect(response.body).toContain('reverse addresses')
})
