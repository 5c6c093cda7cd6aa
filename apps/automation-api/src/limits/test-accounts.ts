import { randomUUID } from 'node:crypto'
import { createLogger, type App } from '@waypost/http'
import { afterAll, beforeAll, expect } from 'vitest'
import { scope } from '../api-keys/scopes.ts'
import { createAutomationApp } from '../app.ts'
import { startTestApp, testAdminToken, type TestApp } from '../test-app.ts'
import type { LimitedAccount } from './account.ts'

export const operator = { authorization: `Bearer ${testAdminToken}` }
export const automation = { name: 'one', actions: [{ name: 'Go', type: 'click', selectors: ['#go'] }] }

/** For tests: two replicas of the service, and accounts with limits of their own. */
export function openAccounts(options: Parameters<typeof startTestApp>[0] = {}) {
  const bed = {} as { service: TestApp; replicas: [App, App] }
  beforeAll(async () => {
    bed.service = await startTestApp(options)
    const second = createAutomationApp({
      services: bed.service.services,
      jwt: bed.service.issuer,
      adminToken: undefined,
      logger: createLogger('test', 'silent'),
      trustProxy: false,
      corsOrigins: [],
    })
    await second.ready()
    bed.replicas = [bed.service.app, second]
  })
  afterAll(async () => {
    await bed.replicas[1].close()
    await bed.service.close()
  })

  const setLimits = async (ownerId: string, limits: object): Promise<LimitedAccount> => {
    const response = await bed.service.app.inject({
      method: 'PUT',
      url: `/admin/accounts/${ownerId}/limits`,
      headers: operator,
      payload: limits,
    })
    expect(response.statusCode).toBe(200)
    return response.json<LimitedAccount>()
  }

  /** @param limits of its own */
  const openAccount = async (limits: object = {}) => {
    const ownerId = randomUUID()
    const key = await bed.service.key(ownerId, ...scope.options)
    const person = await bed.service.person(ownerId)
    await setLimits(ownerId, limits)
    const post = (url: string, payload?: object, replica: 0 | 1 = 0) =>
      bed.replicas[replica].inject({
        method: 'POST',
        url,
        headers: url.startsWith('/api/v1') ? key : person,
        ...(payload && { payload }),
      })
    const get = (url: string) => bed.service.app.inject({ url, headers: key })
    return {
      ownerId,
      key,
      person,
      post,
      get,
      limit: (changed: object) => setLimits(ownerId, changed),
      shown: async () => (await get('/api/v1/account')).json<LimitedAccount>(),
      /** Makes automations, and returns their ids. */
      automations: async (count: number) => {
        const ids: string[] = []
        for (let made = 0; made < count; made += 1)
          ids.push((await post('/api/v1/automations', automation)).json<{ id: string }>().id)
        return ids
      },
    }
  }
  return { bed, openAccount, setLimits }
}
