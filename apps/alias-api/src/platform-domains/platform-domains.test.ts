import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { installPlatformDomains } from './install-platform-domains.ts'
import { parsePlatformDomains } from './parse-platform-domains.ts'
import type { PlatformDomain } from './platform-domain.ts'

let service: TestApp

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const list = async () =>
  (await service.app.inject({ url: '/api/v1/platform-domains', headers: await service.person('ada') })).json<{
    data: PlatformDomain[]
  }>().data
const install = (text: string) => installPlatformDomains(service.services, parsePlatformDomains(text))

test('platform domains are listed in the operator’s order, with their plans', async () => {
  expect(await list()).toEqual([
    { id: expect.any(String), domain: 'waypost.test', plans: ['free', 'pro', 'business'] },
    { id: expect.any(String), domain: 'pool.test', plans: ['pro', 'business'] },
  ])
})

test('platform domains follow the operator’s list and keep their ids', async () => {
  const [first] = await list()
  await install('new.test:free+pro+business, waypost.test:business')
  expect(await list()).toEqual([
    { id: expect.any(String), domain: 'new.test', plans: ['free', 'pro', 'business'] },
    { id: first!.id, domain: 'waypost.test', plans: ['business'] },
  ])
  const response = await service.app.inject({
    method: 'POST',
    url: '/api/v1/addresses',
    headers: await service.person('ada'),
  })
  expect(response.json<{ data: { address: string } }>().data.address).toMatch(/@new\.test$/)
})

describe('ALIAS_PLATFORM_DOMAINS', () => {
  test.each([
    '',
    'mail.example',
    'mail.example:gold',
    'localhost:free+pro+business',
    'mail example:free+pro+business',
    'mail.example:free, mail.example:pro+business',
    'mail.example:free+pro',
  ])('ALIAS_PLATFORM_DOMAINS refuses %j', (text) => {
    expect(() => parsePlatformDomains(text)).toThrow(/must|has no domain for the plan business/)
  })
})
