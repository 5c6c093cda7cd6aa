import { sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDashboard, password, type TestDashboard } from '../create-test-dashboard.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, startTestUpstream, type TestUpstream } from '../test-upstream.ts'
import { eraseClosedAccounts } from './erase-closed-accounts.ts'

const minuteMs = 60_000
const wrap = {
  automation: (entries: object[]) => entries,
  data: (entries: object[]) => ({ data: entries }),
  addresses: (entries: object[]) => ({ data: { addresses: entries } }),
}

let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
beforeAll(async () => {
  automation = await startTestUpstream()
  alias = await startTestUpstream()
  dashboard = await createTestDashboard({ upstreams: { automation: automation.url, alias: alias.url } })
})
afterAll(async () => {
  await dashboard.close()
  await Promise.all([automation.close(), alias.close()])
})

let ada: TestBrowser
let accountId: string
let left: Map<string, Set<string>>
let refused: number | undefined
let accounts = 0
beforeEach(async () => {
  await dashboard.empty()
  left = new Map()
  refused = undefined
  for (const upstream of [automation, alias]) {
    upstream.calls.length = 0
    upstream.routes.clear()
  }
  hold(automation, '/api-keys', wrap.automation, '_id', 3)
  hold(automation, '/webhooks', wrap.automation, '_id', 1)
  hold(automation, '/api/v1/automations', wrap.automation, 'id', 5)
  hold(automation, '/api/v1/schedules', wrap.automation, 'id', 2)
  hold(automation, '/api/v1/pipelines', wrap.automation, 'id', 1)
  hold(automation, '/api/v1/sessions', wrap.automation, 'id', 1)
  hold(automation, '/api/v1/recordings', wrap.automation, 'id', 1)
  hold(automation, '/api/v1/secrets', wrap.automation, 'name', 1)
  hold(automation, '/api/v1/files', wrap.automation, 'name', 2)
  hold(alias, '/api-keys', wrap.data, 'id', 0)
  hold(alias, '/api/v1/webhooks', wrap.data, 'id', 2)
  hold(alias, '/api/v1/forwarding-addresses', wrap.addresses, 'id', 1)
  hold(alias, '/api/v1/addresses', wrap.addresses, 'id', 5)
  hold(alias, '/api/v1/domains', wrap.data, 'id', 1)
  automation.routes.set('POST /api-keys', (_request, response) => {
    left.get(`${automation.url.port}/api-keys`)!.add('made')
    answerJson(response, 201, { apiKey: { _id: 'made' }, rawKey: 'gfac_made' })
  })
  ada = await dashboard.signUp(`ada${++accounts}@example.com`)
  accountId = (await ada.get('/auth/session')).json().account.id
})

/** A list with two entries per page that can be deleted. */
function hold(
  { routes, url }: TestUpstream,
  path: string,
  toAnswer: (entries: object[]) => object,
  idName: string,
  count: number,
): void {
  const ids = new Set(Array.from({ length: count }, (_, index) => `${path.split('/').at(-1)}-${index}`))
  left.set(`${url.port}${path}`, ids)
  routes.set(`GET ${path}`, (_request, response) =>
    answerJson(response, refused ?? 200, toAnswer([...ids].slice(0, 2).map((id) => ({ [idName]: id })))),
  )
  const previous = routes.get('DELETE *')
  routes.set('DELETE *', (request, response) => {
    if (!request.url!.startsWith(`${path}/`)) return previous!(request, response)
    ids.delete(request.url!.slice(path.length + 1))
    response.writeHead(204).end()
  })
}

const leave = (given = password) => ada.post('/auth/delete-account', { password: given })
const erase = () => eraseClosedAccounts(dashboard.services)
const everythingLeft = () => [...left].flatMap(([, ids]) => [...ids])
const closed = async () =>
  (await dashboard.database.connectAsOwner().db.execute(sql`select * from accounts.closed_accounts`)).rows
const calls = () => [...automation.calls, ...alias.calls]

test('a deleted account is gone at once, with its sessions, tokens and links', async () => {
  const other = dashboard.browser()
  const email = `ada${accounts}@example.com`
  await other.post('/auth/sign-in', { email, password })
  const { refreshToken } = (await dashboard.post('/auth/login', { email, password })).json()

  const answer = await leave()
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['set-cookie']).toContain('Max-Age=0')
  for (const browser of [ada, other]) expect((await browser.get('/auth/session')).statusCode).toBe(401)
  expect((await dashboard.post('/auth/refresh', { refreshToken })).statusCode).toBe(401)
  expect((await dashboard.post('/auth/login', { email, password })).statusCode).toBe(401)

  const { rows } = await dashboard.database.connectAsOwner().db.execute<{ row: string }>(sql`
    select to_jsonb(a)::text as row from accounts.accounts a union all
    select to_jsonb(s)::text from accounts.sessions s union all
    select to_jsonb(t)::text from accounts.refresh_tokens t union all
    select to_jsonb(m)::text from accounts.mailed_tokens m union all
    select to_jsonb(c)::text from accounts.closed_accounts c`)
  expect(rows.map(({ row }) => row).join('\n')).not.toContain(email)
  expect(await dashboard.mails(email)).toMatchObject([{ subject: 'Your Waypost account was deleted' }])
  expect((await dashboard.browser().post('/auth/sign-up', { email, password })).statusCode).toBe(201)
})

test('deleting an account with a wrong password is refused', async () => {
  expect((await leave('wrong')).json()).toMatchObject({ statusCode: 403, message: 'The password is wrong' })
  expect((await ada.get('/auth/session')).statusCode).toBe(200)
  expect((await dashboard.browser().post('/auth/delete-account', { password })).statusCode).toBe(401)
  expect(await closed()).toEqual([])
})

test("the services delete everything with the account's own credentials, starting with what acts by itself", async () => {
  await leave()
  await erase()
  expect(everythingLeft()).toEqual([])
  for (const { headers } of calls().filter((call) => call.headers.authorization !== undefined)) {
    const claims = decodeJwt(headers.authorization!.replace('Bearer ', ''))
    expect(claims.sub).toBe(accountId)
    expect(claims).not.toHaveProperty('email')
  }
  const deleted = calls().filter(({ method }) => method === 'DELETE')
  expect(deleted.length).toBe(3 + 1 + 2 + 5 + 1 + 1 + 1 + 1 + 2 + 1 + 5 + 2 + 1 + 1)
  const firstKey = automation.calls.findIndex(({ path }) => path === '/api-keys/api-keys-0')
  const firstAutomation = automation.calls.findIndex(({ path }) => path.startsWith('/api/v1/'))
  expect(firstKey).toBeLessThan(firstAutomation)
})

test.each([
  ['is busy', 429],
  ['is out of order', 500],
])('data at a service that %s is deleted later', async (_how, status) => {
  await leave()
  refused = status
  await erase()
  await erase()
  expect(await closed()).toMatchObject([{ id: accountId, attempts: 1 }])
  refused = undefined
  dashboard.advance(2 * minuteMs)
  await erase()
  expect(everythingLeft()).toEqual([])
})

test('a service that refuses a deletion is not asked forever', async () => {
  automation.routes.set('DELETE *', (_request, response) => answerJson(response, 409, {}))
  await leave()
  await erase()
  expect(calls().filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('a service that reports a deletion but still lists the entry is not asked forever', async () => {
  automation.routes.set('DELETE *', (_request, response) => response.writeHead(204).end())
  await leave()
  await erase()
  expect(await closed()).toMatchObject([{ id: accountId, attempts: 1 }])
})

test('the erasure is repeated once after the last token expires, and then the account id is deleted', async () => {
  await leave()
  await erase()
  left.get(`${alias.url.port}/api/v1/webhooks`)!.add('made-late')
  dashboard.advance(64 * minuteMs)
  await erase()
  expect(everythingLeft()).toHaveLength(1)
  dashboard.advance(minuteMs)
  await erase()
  expect(everythingLeft()).toEqual([])
  expect(await closed()).toEqual([])
})

test('only one of several concurrent processes erases an account', async () => {
  await leave()
  await Promise.all([erase(), erase(), erase()])
  expect(automation.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
