import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AliasClient } from '../alias/alias-client.ts'
import { AutomationClient } from '../automation/automation-client.ts'
import { signIn } from '../sign-in.ts'
import { startScriptedService, type ScriptedService } from '../testing/start-scripted-service.ts'

let service: ScriptedService
beforeEach(async () => {
  service = await startScriptedService({ status: 200, body: { data: {}, token: 'jwt', expiresIn: 3600 } })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

const set = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}
const sent = (name: string) => service.requests.map(({ headers }) => headers[name])

const refuse = () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
const refusal = (url: string, variable: string) =>
  `Could not reach ${url}: ECONNREFUSED. No baseUrl was given: pass one, or set ${variable}`

describe('the environment', () => {
  test('has the key and the URL of both services where the options have neither', async () => {
    set({
      WAYPOST_API_KEY: 'gfac_of-both',
      WAYPOST_AUTOMATION_URL: service.url,
      WAYPOST_ALIAS_URL: service.url,
    })
    await new AutomationClient().account()
    await new AliasClient().account()
    expect(service.requests[0]!.headers['x-api-key']).toBe('gfac_of-both')
    expect(service.requests[1]!.headers['authorization']).toBe('Bearer gfac_of-both')
  })

  test('may have a key for each service', async () => {
    set({
      WAYPOST_API_KEY: 'of-both',
      WAYPOST_AUTOMATION_API_KEY: 'gfac_one',
      WAYPOST_ALIAS_API_KEY: 'jm_live_one',
    })
    await new AutomationClient({ baseUrl: service.url }).account()
    await new AliasClient({ baseUrl: service.url }).account()
    expect([sent('x-api-key')[0], sent('authorization')[1]]).toEqual(['gfac_one', 'Bearer jm_live_one'])
  })

  test('does not replace what the options have', async () => {
    set({ WAYPOST_API_KEY: 'jm_live_other', WAYPOST_ALIAS_URL: 'http://127.0.0.1:1' })
    await new AliasClient({ token: 'mine', baseUrl: service.url }).account()
    await new AliasClient({ apiKey: 'jm_live_mine', baseUrl: service.url }).account()
    await new AliasClient({ usesCookie: true, baseUrl: service.url }).account()
    expect(sent('authorization')).toEqual(['Bearer mine', 'Bearer jm_live_mine', undefined])
  })

  test('has the URL at which people sign in', async () => {
    set({ WAYPOST_DASHBOARD_URL: service.url })
    const token = await signIn({ email: 'ada@example.com', password: 'correct horse' })
    expect(await token()).toBe('jwt')
  })
})

describe('a client', () => {
  test.each([
    ['an AutomationClient', AutomationClient, 'WAYPOST_AUTOMATION_API_KEY or WAYPOST_API_KEY'],
    ['an AliasClient', AliasClient, 'WAYPOST_ALIAS_API_KEY or WAYPOST_API_KEY'],
  ])('without any credential is not created: %s', (_name, Client, variables) => {
    for (const options of [undefined, {}, { apiKey: undefined }, { usesCookie: false }])
      expect(() => new Client(options)).toThrow(
        `There is no credential: pass an apiKey or a token, or set ${variables}`,
      )
    expect(() => new Client({ apiKey: '' })).toThrow('apiKey is empty')
  })

  test('whose base URL was forgotten says so where nothing answers', async () => {
    const options = { apiKey: 'key', fetch: refuse, maxRetries: 0 }
    await expect(new AutomationClient(options).account()).rejects.toThrow(
      refusal('http://localhost:4001', 'WAYPOST_AUTOMATION_URL'),
    )
    await expect(new AliasClient(options).account()).rejects.toThrow(
      refusal('http://localhost:4002', 'WAYPOST_ALIAS_URL'),
    )
    await expect(signIn({ email: '', password: '', fetch: refuse })).rejects.toThrow(
      refusal('http://localhost:4000', 'WAYPOST_DASHBOARD_URL'),
    )
  })

  test('with a base URL does not ask for one', async () => {
    const waypost = new AliasClient({
      apiKey: 'key',
      baseUrl: 'http://nowhere',
      fetch: refuse,
      maxRetries: 0,
    })
    await expect(waypost.account()).rejects.toThrow(/^Could not reach http:\/\/nowhere: ECONNREFUSED$/)
  })
})
