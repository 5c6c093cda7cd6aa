import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser, type RunnerBrowser } from './browser.ts'
import { type PageServer, startPageServer } from './page-server.ts'

let server: PageServer
let proxy: PageServer
let browser: RunnerBrowser
let context: BrowserContext
let page: Page

// The browser under test stands behind a proxy, as in the runner; this one answers by itself for every host.
beforeAll(async () => {
  server = await startPageServer({ '/': '<title>direct</title>' })
  proxy = await startPageServer({
    '/': '<title>through the proxy</title><a href="/file" download>file</a>',
    '/worker.js': (_request, response) => response.setHeader('Content-Type', 'text/javascript').end(''),
    '/file': (_request, response) => response.setHeader('Content-Disposition', 'attachment').end('content'),
  })
  browser = await launchBrowser({ proxy: { server: proxy.url } })
})

afterAll(async () => {
  await browser.close()
  await proxy.close()
  await server.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})

afterEach(() => context.close())

describe('the browser', () => {
  it('tells its version and whether it is alive', async () => {
    const another = await launchBrowser()
    expect(another.version).toMatch(/^\d+\.\d+/)
    expect(another.isConnected()).toBe(true)
    await another.close()
    expect(another.isConnected()).toBe(false)
  })

  it('goes through the proxy to loopback too', async () => {
    await page.goto(server.url)
    expect(await page.title()).toBe('through the proxy')
    expect(server.requests).toEqual([])
  })

  it('sends no UDP past the proxy for WebRTC', async () => {
    const stun = createSocket('udp4').bind(0, '127.0.0.1')
    await once(stun, 'listening')
    let datagrams = 0
    stun.on('message', () => datagrams++)
    await page.goto(server.url)
    const gathered = page.evaluate(`new Promise((resolve) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] })
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve()
      connection.createDataChannel('data')
      connection.createOffer().then((offer) => connection.setLocalDescription(offer))
    })`)
    await Promise.race([gathered, once(stun, 'message')])
    stun.close()
    expect(datagrams).toBe(0)
  })

  it('refuses downloads', async () => {
    await page.goto(server.url)
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('a')])
    expect(await download.failure()).toMatch('acceptDownloads')
    await expect(download.path()).rejects.toThrow()
  })

  it('lets no page install a service worker', async () => {
    await page.goto(server.url.replace('127.0.0.1', 'localhost'))
    const registrations = await page.evaluate(`
      navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.getRegistrations())
        .then((registrations) => registrations.length)`)
    expect(registrations).toBe(0)
    expect(proxy.requests).not.toContain('/worker.js')
  })

  it('keeps nothing from one context for the next', async () => {
    await page.goto(server.url)
    await page.evaluate(`document.cookie = 'left=behind'; localStorage.left = 'behind'`)
    const next = await (await browser.newContext()).newPage()
    await next.goto(server.url)
    expect(await next.evaluate(`document.cookie + (localStorage.left ?? '')`)).toBe('')
    await next.context().close()
  })

  it('is not given the environment of the runner', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'waypost-environment-'))
    const executablePath = join(directory, 'browser')
    await writeFile(executablePath, `#!/bin/sh\nenv > ${directory}/environment\nexit 1\n`, { mode: 0o755 })
    process.env.SECRET_OF_THE_RUNNER = 'secret'
    try {
      await expect(launchBrowser({ executablePath })).rejects.toThrow()
      const environment = await readFile(join(directory, 'environment'), 'utf8')
      expect(environment).toContain('HOME=')
      expect(environment).not.toContain('SECRET_OF_THE_RUNNER')
    } finally {
      delete process.env.SECRET_OF_THE_RUNNER
      await rm(directory, { recursive: true })
    }
  })
})
