import { devices } from 'playwright-core'
import { newId } from '@waypost/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test-app.ts'
import type { Automation } from '../automation.ts'
import { deviceNames } from './device-names.ts'

let service: TestApp
let headers: Record<string, string>

beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())
beforeEach(async () => {
  headers = await service.key(newId(), 'automation:read', 'automation:write')
})

const actions = [{ name: 'Open', type: 'navigate', url: 'https://example.com' }]
const send = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  service.app.inject({ method, url: `/api/v1/automations${path}`, headers, ...(payload && { payload }) })
const create = (browser: object) => send('POST', '', { name: 'Shop', actions, browser })

const whole = {
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  device: 'iPhone 15',
  viewport: { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  userAgent: 'Mozilla/5.0 (compatible)',
  userAgentSuffix: 'Waypost (+https://shop.example/bots)',
  geolocation: { latitude: 52.5, longitude: 13.4, accuracy: 10 },
  colorScheme: 'dark',
  headers: [{ origin: 'https://shop.example', name: 'X-Api-Key', value: 'Key ${secrets.shopKey}' }],
  basicAuth: { origin: 'https://shop.example:8443', username: 'ada', password: '${secrets.shop}' },
  proxy: { server: 'socks5://proxy.example:1080', username: 'ada', password: '${secrets.proxy}' },
  block: ['ads', 'images', 'media', 'fonts'],
  robotsTxt: 'respect',
}

describe('the browser settings of an automation', () => {
  test('are stored, versioned, exported and imported as they were written', async () => {
    const created = (await create(whole)).json<Automation>()
    expect(created.browser).toEqual(whole)
    const { id } = created
    const changed = (await send('PATCH', `/${id}`, { browser: null })).json<Automation>()
    expect(changed).toMatchObject({ version: 2 })
    expect(changed).not.toHaveProperty('browser')
    const versions = (await send('GET', `/${id}/versions`)).json<Automation[]>()
    expect(versions.map(({ browser }) => browser)).toEqual([undefined, whole])
    const restored = (await send('POST', `/${id}/versions/1/restore`)).json<Automation>()
    expect(restored.browser).toEqual(whole)
    const exported = (await send('GET', `/${id}/export`)).json<object>()
    const imported = (await send('POST', '/import', exported)).json<Automation>()
    expect(imported.browser).toEqual(whole)
  })

  test.each([
    ['a language that is none', { locale: 'in german' }, 'locale'],
    ['a time zone that is none', { timezone: 'Berlin' }, 'timezone'],
    ['an unknown device', { device: 'Nokia 3310' }, 'device'],
    ['a user agent on two lines', { userAgent: 'a\nb' }, 'userAgent'],
    ['a place that is none', { geolocation: { latitude: 91, longitude: 0 } }, 'geolocation.latitude'],
    ['a header without its site', { headers: [{ name: 'X-A', value: 'x' }] }, 'headers.0.origin'],
    [
      'a URL in place of a site',
      { headers: [{ origin: 'https://a.example/b', name: 'X-A', value: 'x' }] },
      'headers.0.origin',
    ],
    [
      'a password as it is',
      { basicAuth: { origin: 'https://a.example', username: 'ada', password: 'secret' } },
      'basicAuth.password',
    ],
    [
      'a proxy with a password as it is',
      { proxy: { server: 'http://ada:secret@proxy.example:3128' } },
      'proxy.server',
    ],
    ['a proxy of another kind', { proxy: { server: 'ftp://proxy.example' } }, 'proxy.server'],
    ['a proxy on a private address', { proxy: { server: 'socks5://10.0.0.1:1080' } }, 'proxy.server'],
    ['a proxy at a forbidden port', { proxy: { server: 'http://proxy.example:25' } }, 'proxy.server'],
    ['a variable in place of a secret', { proxy: { server: 'http://${host}:3128' } }, 'proxy.server'],
    ['a list of blocks that is none', { block: ['scripts'] }, 'block.0'],
  ])('with %s are refused at that place', async (_what, browser, property) => {
    const response = await create(browser)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject([{ property: `browser.${property}` }])
    expect(response.body).not.toContain('ada:secret')
  })

  test.each([
    'Host',
    'cookie',
    'Content-Length',
    'Proxy-Authorization',
    'Sec-Fetch-Site',
    'User-Agent',
    'Transfer-Encoding',
  ])('with the header %s are refused, because browsers set it themselves', async (name) => {
    const response = await create({ headers: [{ origin: 'https://a.example', name, value: 'x' }] })
    expect(response.json()).toMatchObject([{ property: 'browser.headers.0.name' }])
  })

  test('may name every device that Playwright describes', () => {
    expect(deviceNames).toEqual(Object.keys(devices))
  })
})
