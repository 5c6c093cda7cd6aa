import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { createApp, createLogger } from '@waypost/http'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorForm } from '../answers/error-form.ts'
import { openAccountBed } from '../testing/test-account.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { AuditLog } from './audit-log.ts'
import { recordRequests } from './record-requests.ts'

const bed = openAccountBed()
let person: { authorization: string }
beforeEach(async () => {
  person = await bed.service.person(bed.account)
})

type Response = Awaited<ReturnType<TestApp['app']['inject']>>

interface Listed {
  data: { logs: AuditLog[]; total: number; limit: number; offset: number }
}

const list = async (query = '', headers = bed.key) =>
  (await bed.service.app.inject({ url: `/api/v1/audit-logs${query}`, headers })).json<Listed>().data
/** The entries of an action, once there are `count` of them. */
const entriesOf = (action: string, count = 1) =>
  waitFor(`${count} × ${action}`, async () => {
    const { rows } = await bed.service.database
      .connectAsOwner()
      .db.execute<{ status_code: number; path: string; owner_id: string }>(
        sql`
          select status_code, path, owner_id from alias.audit_logs
          where action = ${action} and owner_id in (${`live:${bed.account}`}, ${`test:${bed.account}`}) order by id`,
      )
    return rows.length >= count && rows
  })

describe('a change', () => {
  test('a change is in the audit log when its response arrives, with key, IP and request', async () => {
    const { logs } = await list()
    expect(logs).toEqual([
      {
        id: logs[0]!.id,
        action: 'api_key.create',
        method: 'POST',
        path: '/api-keys',
        statusCode: 201,
        keyId: null,
        ip: '127.0.0.1',
        createdAt: logs[0]!.createdAt,
      },
    ])
  })

  test('a change is in the audit log if and only if it was committed', async () => {
    await bed.service.database.connectAsOwner().db.execute(sql`
      alter table alias.audit_logs add constraint nothing_more check (action <> 'api_key.revoke')
    `)
    const { data } = (await bed.service.app.inject({ url: '/api-keys', headers: person })).json<{
      data: { id: string }[]
    }>()
    const revoke = () =>
      bed.service.app.inject({ method: 'DELETE', url: `/api-keys/${data[0]!.id}`, headers: person })
    expect((await revoke()).statusCode).toBe(500)
    expect((await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })).statusCode).toBe(200)
    await bed.service.database
      .connectAsOwner()
      .db.execute(sql`alter table alias.audit_logs drop constraint nothing_more`)
  })
})

test('a read is in the audit log a moment later, without its query string', async () => {
  await bed.service.app.inject({ url: '/api/v1/addresses?limit=1', headers: bed.key })
  expect(await entriesOf('address.list')).toEqual([
    { status_code: 200, path: '/api/v1/addresses', owner_id: `live:${bed.account}` },
  ])
})

test('a refused or failed request is in the audit log with its status', async () => {
  await bed.service.app.inject({ method: 'DELETE', url: '/api-keys/none', headers: person })
  await bed.service.app.inject({ method: 'POST', url: '/api-keys', headers: person, payload: {} })
  await bed.service.plan(bed.account, 'free')
  await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })
  expect(await entriesOf('api_key.revoke')).toMatchObject([{ status_code: 404 }])
  expect(await entriesOf('api_key.create', 2)).toMatchObject([{ status_code: 201 }, { status_code: 400 }])
  expect(await entriesOf('account.read')).toMatchObject([{ status_code: 403 }])
})

test("a replayed response has an audit log entry of its own, and does not repeat the change's entry", async () => {
  const headers = { ...person, 'idempotency-key': 'one' }
  const payload = { name: 'once', scopes: ['emails:read'] }
  for (const _ of [1, 2]) await bed.service.app.inject({ method: 'POST', url: '/api-keys', headers, payload })
  expect(await entriesOf('api_key.create', 3)).toHaveLength(3)
})

test('an unauthenticated request, or one for an unknown route, leaves no audit log entry', async () => {
  await bed.service.app.inject({ url: '/api/v1/account' })
  await bed.service.app.inject({ url: '/api/v1/nothing', headers: bed.key })
  await bed.service.app.inject({ url: '/api/v1/account', headers: bed.key })
  await entriesOf('account.read')
  expect((await list()).logs.map(({ action }) => action)).toEqual(['account.read', 'api_key.create'])
})

const add = (count: number, ownerId = `live:${bed.account}`) =>
  bed.service.database.connectAsOwner().db.execute(sql`
    with entry as (
      insert into alias.audit_logs (id, owner_id, action, method, path, status_code, ip, created_at)
      select uuidv7(interval '-1 hour' + number * interval '1 second'), ${ownerId}, 'number.' || number, 'GET', '/',
        200, '127.0.0.1', now()
      from generate_series(1, ${count}::integer) number returning owner_id
    )
    insert into alias.audit_log_counts as counted select owner_id, count(*) from entry group by owner_id
    on conflict (owner_id) do update set total = counted.total + excluded.total
  `)
const actions = (logs: AuditLog[]) => logs.map(({ action }) => action)

test('the app refuses to start with an API route that has no action name for the audit log', async () => {
  const logger = createLogger('test', 'silent')
  const app = createApp({ logger, errorForm, trustProxy: false, corsOrigins: [] })
  recordRequests(app, bed.service.services)
  expect(() => app.get('/api/v1/things', () => [])).toThrow(
    'the audit log has no action name for GET /api/v1/things',
  )
  await app.close()
})

describe('GET /api/v1/audit-logs', () => {
  test('lists the newest 20 audit log entries by default, with the total', async () => {
    await add(30)
    const { logs, ...page } = await list()
    expect(page).toEqual({ total: 31, limit: 20, offset: 0 })
    expect(actions(logs).slice(0, 2)).toEqual(['api_key.create', 'number.30'])
    expect(logs).toHaveLength(20)
  })

  test('listing audit logs accepts limit and offset', async () => {
    await add(5)
    const { logs, ...page } = await list('?limit=2&offset=1')
    expect(page).toEqual({ total: 6, limit: 2, offset: 1 })
    expect(actions(logs)).toEqual(['number.5', 'number.4'])
  })

  test('leaves out what a person has read, where that is asked for, and keeps what keys read and persons change', async () => {
    await bed.service.app.inject({ url: '/api/v1/addresses', headers: person })
    await bed.service.app.inject({ url: '/api/v1/domains', headers: bed.key })
    await entriesOf('address.list')
    await entriesOf('domain.list')
    expect(actions((await list('?person_reads=false')).logs)).toEqual(['domain.list', 'api_key.create'])
    expect(actions((await list('?person_reads=true')).logs)).toContain('address.list')
  })

  test('looks at five thousand entries for a page without a person’s reads, and leads on', async () => {
    await bed.service.database.connectAsOwner().db.execute(sql`
      insert into alias.audit_logs (id, owner_id, action, method, path, status_code, key_id, ip, created_at)
      select uuidv7(), ${`live:${bed.account}`}, 'email.list', 'GET', '/api/v1/emails', 200, null, '', now()
      from generate_series(1, 5000)`)
    const first = await bed.service.app.inject({
      url: '/api/v1/audit-logs?person_reads=false',
      headers: bed.key,
    })
    expect(first.json<Listed>().data.logs).toEqual([])
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers['link']))![1]!
    const second = await bed.service.app.inject({ url: next, headers: bed.key })
    expect(actions(second.json<Listed>().data.logs)).toEqual(['api_key.create'])
    expect(second.headers).not.toHaveProperty('link')
  })

  test('lists one action, all of a subject, or what one key has done', async () => {
    await bed.service.app.inject({ url: '/api/v1/addresses', headers: bed.key })
    await bed.service.app.inject({ url: '/api/v1/addresses', headers: person })
    await bed.service.app.inject({ method: 'POST', url: '/api/v1/addresses', headers: bed.key })
    await entriesOf('address.list', 2)
    const all = await list()
    const { keyId } = all.logs.find(({ action }) => action === 'address.create')!
    expect(actions((await list('?action=address.create')).logs)).toEqual(['address.create'])
    expect(actions((await list('?action=address')).logs).toSorted()).toEqual([
      'address.create',
      'address.list',
      'address.list',
    ])
    expect(actions((await list(`?action=address.list&key_id=${keyId}`)).logs)).toEqual(['address.list'])
    expect(actions((await list('?action=address.list&person_reads=false')).logs)).toEqual(['address.list'])
    expect((await list('?action=addr')).logs).toEqual([])
  })

  test('a cursor leads through all pages of audit logs, without a header for the total', async () => {
    await add(5)
    const seen: string[] = []
    let next: string | undefined = '/api/v1/audit-logs?limit=2'
    while (next) {
      const response: Response = await bed.service.app.inject({ url: next, headers: bed.key })
      expect(response.headers).not.toHaveProperty('x-total-count')
      seen.push(...actions(response.json<Listed>().data.logs))
      next = /^<(.+)>; rel="next"$/.exec(String(response.headers['link'] ?? ''))?.[1]
    }
    expect(seen.slice(0, 6)).toEqual([
      'api_key.create',
      ...[5, 4, 3, 2, 1].map((number) => `number.${number}`),
    ])
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'cursor=x'])(
    'listing audit logs refuses %s',
    async (query) => {
      const response = await bed.service.app.inject({ url: `/api/v1/audit-logs?${query}`, headers: bed.key })
      expect(response.statusCode).toBe(400)
    },
  )

  test('any key of the account can list its audit logs, and nobody else can', async () => {
    const narrow = await bed.service.key(bed.account, { scopes: ['domains:read'] })
    expect((await list('', narrow)).total).toBeGreaterThan(0)
    expect(await list('', await bed.service.person('mallory'))).toMatchObject({ logs: [], total: 0 })
  })

  test('a test key sees only what test keys did', async () => {
    const testKey = await bed.service.key(bed.account, { mode: 'test' })
    await bed.service.app.inject({ url: '/api/v1/account', headers: testKey })
    await entriesOf('account.read')
    expect(actions((await list('', testKey)).logs)).toEqual(['account.read'])
    expect(actions((await list()).logs)).not.toContain('account.read')
  })
})
