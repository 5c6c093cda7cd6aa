import type { IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { waitFor } from '@waypost/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDashboard } from '../create-test-dashboard.ts'
import { findSession } from '../sessions/find-session.ts'
import type { TestBrowser } from '../test-browser.ts'
import { answerJson, type TestUpstream } from '../test-upstream.ts'
import { createUpstreamClient } from './create-upstream-client.ts'
import { createCredentials } from './credentials.ts'
import { headersOf, startServiceBed, type ServiceBed } from './test-services.ts'

let bed: ServiceBed
let automation: TestUpstream
let alias: TestUpstream
let dashboard: TestDashboard
let ada: TestBrowser
let liveKeys: Set<string>

beforeAll(async () => {
  bed = await startServiceBed()
  ;({ automation, alias, dashboard } = bed)
})
afterAll(() => bed.close())
beforeEach(async () => {
  ;({ ada, liveKeys } = await bed.reset())
})

describe('the key of a sign-in', () => {
  test('is replaced before it expires, and the old key is deleted', async () => {
    await ada.get('/automation/api/v1/automations')
    const [first] = liveKeys
    dashboard.advance(7 * 3_600_000)
    await ada.get('/automation/api/v1/automations')
    expect([...liveKeys]).toEqual([first])
    dashboard.advance(56 * 60_000)
    await ada.get('/automation/api/v1/automations')
    expect(liveKeys.size).toBe(1)
    expect([...liveKeys]).not.toContain(first)
  })

  test('is replaced when its owner has deleted it, and a read request still succeeds', async () => {
    await ada.get('/automation/api/v1/automations')
    const answerByKey = (request: IncomingMessage, response: Parameters<typeof answerJson>[0]) => {
      const isLive = liveKeys.has(String(request.headers['x-api-key']).replace('gfac_', ''))
      answerJson(response, isLive ? 200 : 401, [])
    }
    automation.routes.set('GET *', answerByKey)
    automation.routes.set('PATCH *', answerByKey)
    liveKeys.clear()
    expect((await ada.get('/automation/api/v1/automations')).statusCode).toBe(200)

    liveKeys.clear()
    const patch = () =>
      dashboard.app.inject({
        method: 'PATCH',
        url: '/automation/api/v1/automations/1',
        headers: headersOf(ada),
        payload: { name: 'x' },
      })
    // A body cannot be sent twice. The error is not a 401, which would mean signed out.
    expect((await patch()).json()).toMatchObject({
      statusCode: 502,
      message: 'The automation service did not take the sign-in, try again',
    })
    expect((await patch()).statusCode).toBe(200)
  })

  test('is shared by all replicas', async () => {
    const upstreams = createUpstreamClient({ automation: automation.url, alias: alias.url })
    const found = await findSession(dashboard.services, ada.cookie!.split('=')[1]!)
    const replicas = Array.from({ length: 3 }, () => createCredentials({ ...dashboard.services, upstreams }))
    const keys = await Promise.all(replicas.map((replica) => replica.of(found!.session, 'key')))
    expect(new Set(keys.map(({ header }) => header[1])).size).toBe(1)
    expect(liveKeys.size).toBe(1)
    await upstreams.close()
  })

  test('is stored sealed', async () => {
    await ada.get('/automation/api/v1/automations')
    const { rows } = await dashboard.database
      .connectAsOwner()
      .db.execute<{ row: string }>(sql`select to_jsonb(k)::text as row from accounts.automation_keys k`)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map(({ row }) => row).join('')).not.toContain('gfac_')
  })

  test.each([
    ['signing out', (browser: TestBrowser) => browser.delete('/auth/session')],
    ['signing out everywhere', (browser: TestBrowser) => browser.delete('/auth/sessions')],
  ])('is deleted on %s', async (_what, end) => {
    await ada.get('/automation/api/v1/automations')
    expect(liveKeys.size).toBe(1)
    await end(ada)
    await waitFor('the key to be deleted', () => liveKeys.size === 0)
  })

  test('is deleted later if the service was not reachable', async () => {
    await ada.get('/automation/api/v1/automations')
    const deleting = automation.routes.get('DELETE *')!
    automation.routes.set('DELETE *', (_request, response) => answerJson(response, 500))
    await ada.delete('/auth/session')
    await dashboard.keySweep.close()
    expect(liveKeys.size).toBe(1)
    automation.routes.set('DELETE *', deleting)
    dashboard.keySweep.soon()
    await dashboard.keySweep.close()
    expect(liveKeys.size).toBe(0)
  })
})

test('a token that a service refused is replaced', async () => {
  const tokens = new Set<string>()
  alias.routes.set('GET *', ({ headers }, response) => {
    tokens.add(headers.authorization!)
    answerJson(response, tokens.size === 1 ? 401 : 200, [])
  })
  dashboard.advance(1000)
  await ada.get('/alias/api/v1/addresses')
  dashboard.advance(1000)
  expect((await ada.get('/alias/api/v1/addresses')).statusCode).toBe(200)
})
