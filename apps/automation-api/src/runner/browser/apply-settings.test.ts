import { eq } from 'drizzle-orm'
import type { RequestListener } from 'node:http'
import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { createAutomation } from '../../automations/create-automation.ts'
import type { BrowserSettings } from '../../automations/settings/browser-settings.ts'
import { triggerAutomation } from '../../automations/trigger-automation.ts'
import { executions } from '../../db/tables.ts'
import { saveSecret } from '../../secrets/save-secret.ts'
import { startTestProxy } from './test-proxy.ts'
import { ada, openRunnerBed } from '../test-runner.ts'

const told: { url: string; headers: Record<string, string | string[] | undefined> }[] = []
const record =
  (page: string): RequestListener =>
  (request, response) => {
    told.push({ url: request.url!, headers: request.headers })
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page)
  }
const shows = `<p id=shown></p><script>
  const where = new Promise((done) => navigator.geolocation
    ? navigator.geolocation.getCurrentPosition((at) => done(at.coords.latitude + ',' + at.coords.longitude), () => done('no'))
    : done('no'))
  where.then((place) => {
    shown.textContent = [navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light', place, navigator.maxTouchPoints > 0,
      navigator.userAgent].join('|')
  })</script>`

const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.failed'] },
  {
    '/shows': record(shows),
    '/headers': record('<h1>Headers</h1><img src="/image"><iframe src="/frame"></iframe>'),
    '/image': record(''),
    '/frame': record('<p>Framed</p>'),
    '/heavy':
      record(`<h1>Heavy</h1><img src="/image"><audio src="/audio" preload="auto"></audio><link rel=stylesheet href="/style">
      <script src="http://doubleclick.net/ad.js" onerror="document.title = 'no ads'"></script>`),
    '/audio': record(''),
    '/style': record(''),
    '/member': (request, response) => {
      const isAda = request.headers.authorization === `Basic ${btoa('ada:correct horse')}`
      if (!isAda) response.writeHead(401, { 'www-authenticate': 'Basic realm="members"' }).end('No')
      else response.setHeader('content-type', 'text/html').end('<h1>Members</h1>')
    },
    '/robots.txt': (_request, response) =>
      void response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /private\n'),
    '/private': record('<h1>Private</h1>'),
    '/files': record('<h1>Files</h1><a href="/list.csv" download>List</a>'),
    '/list.csv': (_request, response) => {
      const named = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=list.csv' }
      response.writeHead(200, named).end('a,b')
    },
    '/public': record('<h1>Public</h1><a href="/private">On</a>'),
  },
)
beforeEach(async () => {
  told.length = 0
  await saveSecret(bed.service.services, ada, 'shop', 'correct horse')
})

const at = (path: string, host = '127.0.0.1') => new URL(path, bed.site.url.replace('127.0.0.1', host)).href
const open = (path: string): Action => ({ type: 'navigate', name: `Open ${path}`, url: at(path) })
const read = (selector: string): Action => ({
  type: 'extractText',
  name: `Read ${selector}`,
  selectors: [selector],
  pattern: '.+',
  output: 'text',
})

async function run(browser: BrowserSettings, actions: Action[]) {
  const { services } = bed.service
  const { id } = await createAutomation(services, ada, { name: newId(), actions, browser })
  const { executionId } = await triggerAutomation(services, ada, id, {})
  await execute(executionId)
  const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
  return { error: row!.error, text: row!.extractedData['text'] }
}
const toldOf = (path: string) => told.filter(({ url }) => url === path)

describe('the browser of a run', () => {
  test('is as its automation wants it', async () => {
    const { error, text } = await run(
      {
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        viewport: { width: 500, height: 700, hasTouch: true },
        colorScheme: 'dark',
        geolocation: { latitude: 52.5, longitude: 13.4 },
        userAgentSuffix: 'Waypost (+https://shop.example/bots)',
      },
      [open('/shows'), { type: 'wait', name: 'Wait', durationMs: 100 }, read('#shown')],
    )
    expect(error).toBeNull()
    // A page on an address without TLS gets no place, whatever the browser would tell it.
    expect(text).toMatch(
      /^de-DE\|Europe\/Berlin\|500\|dark\|[^|]+\|true\|Mozilla.*Chrome.* Waypost \(\+https:\/\/shop\.example\/bots\)$/,
    )
    expect(toldOf('/shows')[0]!.headers).toMatchObject({
      'accept-language': expect.stringContaining('de-DE') as string,
      'user-agent': expect.stringMatching(/Waypost \(\+https:\/\/shop\.example\/bots\)$/) as string,
    })
  })

  test('is a device of the list', async () => {
    const { error, text } = await run({ device: 'iPhone 15' }, [open('/shows'), read('#shown')])
    expect(error).toBeNull()
    expect(text).toMatch(/^en-US\|UTC\|\d+\|light\|[^|]+\|true\|Mozilla.*iPhone/)
  })

  test('says that it is automated, unless the automation says otherwise', async () => {
    await run({}, [open('/shows')])
    expect(toldOf('/shows')[0]!.headers['user-agent']).toContain('HeadlessChrome')
  })
})

describe('an automation with headers', () => {
  test('sends them to their site alone, with its secrets', async () => {
    const browser: BrowserSettings = {
      headers: [{ origin: bed.site.url, name: 'X-Api-Key', value: 'Key ${secrets.shop}' }],
    }
    const { error } = await run(browser, [open('/headers'), { type: 'wait', name: 'Wait', durationMs: 100 }])
    expect(error).toBeNull()
    for (const path of ['/headers', '/image', '/frame'])
      expect(toldOf(path)[0]!.headers).toMatchObject({ 'x-api-key': 'Key correct horse' })
    told.length = 0
    await run({ headers: [{ ...browser.headers![0]!, origin: 'http://another.example' }] }, [
      open('/headers'),
    ])
    expect(toldOf('/headers')[0]!.headers).not.toHaveProperty('x-api-key')
  })

  test('answers the authentication of its site', async () => {
    const basicAuth = { origin: bed.site.url, username: 'ada', password: '${secrets.shop}' }
    expect(await run({ basicAuth }, [open('/member'), read('h1')])).toEqual({ error: null, text: 'Members' })
    await saveSecret(bed.service.services, ada, 'shop', 'wrong')
    expect((await run({ basicAuth }, [open('/member')])).error).toContain('401')
  })
})

describe('an automation that blocks', () => {
  test('does not load what it blocks, and everything else', async () => {
    const browser: BrowserSettings = { block: ['ads', 'images', 'media'] }
    const { error } = await run(browser, [
      open('/heavy'),
      { type: 'assert', name: 'No ads', text: 'Heavy' },
      { type: 'switchWindow', name: 'Title', title: 'no ads' },
    ])
    expect(error).toBeNull()
    expect(told.map(({ url }) => url)).toEqual(expect.arrayContaining(['/heavy', '/style']))
    expect([...toldOf('/image'), ...toldOf('/audio')]).toEqual([])
  })
})

describe('an automation whose requests are looked at', () => {
  test('can still keep a download', async () => {
    const follow: Action = { type: 'click', name: 'List', selectors: ['a'] }
    const keep: Action = { type: 'waitForDownload', name: 'Keep', output: 'text' }
    const basicAuth = { origin: 'http://another.example', username: 'ada', password: '${secrets.shop}' }
    for (const browser of [{ block: ['ads' as const] }, { basicAuth }]) {
      const { error, text } = await run(browser, [open('/files'), follow, keep])
      expect(error).toBeNull()
      expect(text).toMatchObject({ name: 'list.csv', size: 3 })
    }
  })
})

describe('an automation that respects robots.txt', () => {
  const refusal = 'the site’s robots.txt does not allow it'

  test('opens what it allows, and refuses what it does not, also where a click leads', async () => {
    const respecting: BrowserSettings = { robotsTxt: 'respect' }
    expect(await run(respecting, [open('/public'), read('h1')])).toEqual({ error: null, text: 'Public' })
    expect((await run(respecting, [open('/private')])).error).toContain(refusal)
    const follow: Action = { type: 'click', name: 'On', selectors: ['a'] }
    expect((await run(respecting, [open('/public'), follow, read('h1')])).error).toContain(refusal)
    expect(toldOf('/private')).toEqual([])
  })

  test('is one that says so', async () => {
    expect(await run({ robotsTxt: 'ignore' }, [open('/private'), read('h1')])).toEqual({
      error: null,
      text: 'Private',
    })
  })
})

describe('an automation with a proxy', () => {
  test('reaches sites through it, with the password of a secret', async () => {
    const proxy = await startTestProxy('correct horse')
    const { port } = new URL(proxy.url)
    const browser = {
      proxy: { server: `http://127.0.0.1:${port}`, username: 'ada', password: '${secrets.shop}' },
    }
    expect(await run(browser, [open('/public'), read('h1')])).toEqual({ error: null, text: 'Public' })
    expect(proxy.traffic().connections).toBeGreaterThan(0)
    await saveSecret(bed.service.services, ada, 'proxy', `http://ada:correct%20horse@127.0.0.1:${port}`)
    const named = { proxy: { server: '${secrets.proxy}' } }
    expect(await run(named, [open('/public'), read('h1')])).toEqual({ error: null, text: 'Public' })
  })

  test('fails with the reason where the proxy refuses it', async () => {
    const proxy = await startTestProxy('another password')
    const browser = {
      proxy: { server: proxy.url, username: 'ada', password: '${secrets.shop}' },
    }
    const { error } = await run(browser, [open('/public')])
    expect(error).toContain('the automation’s proxy cannot be reached, or refuses it')
    expect(toldOf('/public')).toEqual([])
  })

  test('fails without telling the secret that is not the URL of one', async () => {
    const { error } = await run({ proxy: { server: '${secrets.shop}' } }, [open('/public')])
    expect(error).toBe('The automation’s proxy is not http://host:port or socks5://host:port')
  })
})
