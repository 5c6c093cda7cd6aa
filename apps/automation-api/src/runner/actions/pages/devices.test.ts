import { waitFor } from '@waypost/testing'
import { describe, expect, it } from 'vitest'
import { testActions } from '../../test-actions.ts'

const run = testActions({
  '/': '<meta name=viewport content="width=device-width"><p>page</p>',
  '/data': (_request, response) => response.end('x'.repeat(20_000)),
})

const seen = () =>
  run.page.evaluate<unknown[]>(
    `[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints > 0, screen.orientation.type.split('-')[0]]`,
  )

describe('a viewport', () => {
  it('has its size, and by default is a desktop’s', async () => {
    await run.open('/')
    await run.perform({ type: 'setViewport', width: 640, height: 480 })
    expect((await seen()).slice(0, 4)).toEqual([640, 480, 1, false])
  })

  it('can be a phone’s', async () => {
    const phone = { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
    await run.perform({ type: 'setViewport', ...phone })
    await run.open('/')
    expect(await seen()).toEqual([390, 844, 3, true, 'portrait'])
    await run.perform({ type: 'setViewport', ...phone, width: 844, height: 390, isLandscape: true })
    expect(await seen()).toEqual([844, 390, 3, true, 'landscape'])
    await run.perform({ type: 'click', selectors: ['p'], deviceType: 'touch' })
  })

  it('is the size of a screenshot', async () => {
    await run.open('/')
    await run.perform({ type: 'setViewport', width: 321, height: 123 })
    const screenshot = await run.page.screenshot()
    expect([screenshot.readUInt32BE(16), screenshot.readUInt32BE(20)]).toEqual([321, 123])
  })
})

const load = () =>
  run.page.evaluate<string | number>(`(async () => {
    const startedAt = performance.now()
    const loaded = await fetch('/data?' + Math.random()).then((response) => response.text(), () => 'offline')
    return loaded === 'offline' ? loaded : performance.now() - startedAt
  })()`)

describe('the network', () => {
  it('has the emulated speed until that is changed', async () => {
    await run.open('/')
    await run.perform({ type: 'emulateNetworkConditions', download: -1, upload: -1, latency: 300 })
    expect(await load()).toBeGreaterThan(250)
    await run.perform({ type: 'emulateNetworkConditions', download: 40_000, upload: 40_000, latency: 0 })
    expect(await load()).toBeGreaterThan(350)
    await run.perform({ type: 'emulateNetworkConditions', download: -1, upload: -1, latency: 0 })
    await waitFor('a load without latency', async () => Number(await load()) < 250)
  })

  it('is offline without any throughput', async () => {
    await run.open('/')
    await run.perform({ type: 'emulateNetworkConditions', download: 0, upload: 0, latency: 0 })
    expect(await load()).toBe('offline')
  })
})
