import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Answer, type Client } from '../../client.ts'
import { startService, type ServiceUnderTest } from '../service-under-test.ts'

// Decision 33.
let service: ServiceUnderTest

beforeAll(async () => {
  service = await startService([], { perAccount: 100, perPerson: 600, perClient: 100 })
})
afterAll(() => service.close())

const number = ({ headers }: Answer<unknown>, name: string) => Number(headers.get(name))
/** A client that does not repeat a request that was refused with 429. */
const impatient = ({ credentials }: Client) => createClient(service.baseUrl, credentials)

async function exhaust(clients: Client[]): Promise<Answer<Record<string, unknown>>[]> {
  const limit = number(await clients[0]!.get('/api/v1/addresses'), 'x-ratelimit-limit')
  // More than two minutes allow, since the requests may fall into two windows.
  return Promise.all(
    Array.from({ length: 2 * limit + 20 }, (_, index) =>
      clients[index % clients.length]!.get('/api/v1/addresses?limit=1'),
    ),
  )
}

describe('the rate limit of an account', () => {
  test('100 requests a minute over all keys of an account pass, and no more', async () => {
    const owner = service.stranger
    const keys = [await service.key({ owner }), await service.key({ owner, mode: 'test' })].map(impatient)
    const answers = await exhaust(keys)
    for (const inMinute of Map.groupBy(answers, (answer) => number(answer, 'x-ratelimit-reset')).values()) {
      const passed = inMinute.filter(({ status }) => status === 200)
      const refused = inMinute.filter(({ status }) => status === 429)
      expect(passed.length + refused.length).toBe(inMinute.length)
      expect(passed.length).toBeLessThanOrEqual(100)
      if (refused.length > 0)
        expect(Math.min(...passed.map((answer) => number(answer, 'x-ratelimit-remaining')))).toBe(0)
    }
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body).toEqual({ error: 'Rate limit exceeded' })
    expect(number(refused, 'x-ratelimit-limit')).toBe(100)
    expect(number(refused, 'x-ratelimit-remaining')).toBe(0)
    expect(number(refused, 'x-ratelimit-reset') % 60).toBe(0)
    expect(number(refused, 'retry-after')).toBeGreaterThanOrEqual(1)
    expect(number(refused, 'retry-after')).toBeLessThanOrEqual(60)
    // Neither another account nor the dashboard of this one is limited by its keys' requests.
    expect((await impatient(service.person).get('/api/v1/addresses')).status).toBe(200)
    expect((await impatient(owner).get('/api/v1/addresses')).status).toBe(200)
  })
  test('the dashboard has a limit of its own of 600 requests a minute', async () => {
    expect(number(await service.person.get('/api/v1/addresses'), 'x-ratelimit-limit')).toBe(600)
  })
})
