import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startScreencast, type Screencast } from './screencast.ts'

/** A page whose pictures the test makes. */
function createPage() {
  const asked: string[] = []
  let refusals = 0
  let isHeld = false
  const events = new EventEmitter()
  const session = Object.assign(events, {
    send: async (method: string, parameters?: { sessionId?: number }) => {
      const { sessionId } = parameters ?? {}
      asked.push(method.replace('Page.', '') + (sessionId === undefined ? '' : ` ${sessionId}`))
      if (method === 'Page.startScreencast' && refusals-- > 0)
        throw new Error('Not attached to an active page')
      if (isHeld && method === 'Page.startScreencast') await new Promise(() => {})
    },
    detach: async () => void asked.push('detach'),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const page = {
    context: () => ({ newCDPSession: async () => session }),
    isClosed: () => false,
  } as unknown as Page
  let made = 0
  return {
    page,
    asked,
    refuseOnce: () => (refusals = 1),
    /** It does not answer any more. */
    hold: () => (isHeld = true),
    /** @param madeAt in ms since 1970 */
    change(text: string, madeAt = Date.now()) {
      made += 1
      const metadata = { deviceWidth: 1280, deviceHeight: 720, timestamp: madeAt / 1000 }
      events.emit('Page.screencastFrame', {
        data: Buffer.from(text).toString('base64'),
        metadata,
        sessionId: made,
      })
    },
  }
}

describe('a screencast', () => {
  let browser: ReturnType<typeof createPage>
  let screencast: Screencast
  let pictures: string[]
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    browser = createPage()
    pictures = []
    screencast = await startScreencast(browser.page, {
      gapMs: 100,
      onPicture: ({ image }) => void pictures.push(image.toString()),
    })
    browser.asked.length = 0
  })
  afterEach(() => vi.useRealTimers())

  test('has no next picture before the last was seen and the gap is over, and asks for none', async () => {
    browser.change('a')
    expect(pictures).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(browser.asked).toEqual([])
    screencast.seen()
    expect(browser.asked).toEqual(['screencastFrameAck 1'])
    browser.change('b')
    screencast.seen()
    expect(browser.asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(browser.asked).toEqual(['screencastFrameAck 1', 'screencastFrameAck 2'])
    expect(pictures).toEqual(['a', 'b'])
  })

  test('ends with the newest state of a page that changed while nothing was sent', async () => {
    browser.change('a')
    browser.change('b')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(100)
    expect(pictures).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(130)
    expect(browser.asked.slice(-2)).toEqual(['stopScreencast', 'startScreencast'])
    browser.change('c')
    screencast.seen()
    expect(pictures).toEqual(['a', 'b', 'c'])
  })

  test('shows a picture that comes within the gap when the gap is over', async () => {
    browser.change('a')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(190)
    browser.change('b')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(90)
    browser.change('c')
    expect(pictures).toEqual(['a', 'b'])
    await vi.advanceTimersByTimeAsync(10)
    expect(pictures).toEqual(['a', 'b', 'c'])
  })

  test('shows no picture that is older than the gap where the page has changed since', async () => {
    browser.change('a')
    browser.change('b')
    await vi.advanceTimersByTimeAsync(200)
    screencast.seen()
    expect(pictures).toEqual(['a'])
    expect(browser.asked).toEqual(['screencastFrameAck 1', 'screencastFrameAck 2'])
    await vi.advanceTimersByTimeAsync(130)
    browser.change('c')
    expect(pictures).toEqual(['a', 'c'])
  })

  test('is not begun again where the page goes on changing, and does not repeat a picture', async () => {
    browser.change('a')
    browser.change('b')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(110)
    browser.change('c')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(browser.asked).not.toContain('startScreencast')
    screencast.seen()
    expect(pictures).toEqual(['a', 'b', 'c'])
    screencast.seen()
    await vi.advanceTimersByTimeAsync(100)
    browser.change('c')
    expect(pictures).toEqual(['a', 'b', 'c'])
    expect(browser.asked.at(-1)).toBe('screencastFrameAck 4')
  })

  test('follows another gap at once', async () => {
    screencast.setGap(1000)
    browser.change('a')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(200)
    expect(browser.asked).toEqual(['stopScreencast'])
    screencast.setGap(100)
    expect(browser.asked).toEqual(['stopScreencast', 'startScreencast'])
  })

  test('makes one picture in a long gap, and another only where the page has changed', async () => {
    screencast.setGap(1000)
    browser.change('a')
    browser.change('b')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(999)
    expect(browser.asked).toEqual(['stopScreencast'])
    await vi.advanceTimersByTimeAsync(1)
    expect(browser.asked).toEqual(['stopScreencast', 'startScreencast'])
    browser.change('a')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(browser.asked.slice(2)).toEqual(['screencastFrameAck 3'])
    browser.change('c')
    expect(pictures).toEqual(['a', 'c'])
    expect(browser.asked.at(-1)).toBe('stopScreencast')
  })

  test('begins again where a page refuses it that is being replaced', async () => {
    browser.refuseOnce()
    vi.useRealTimers()
    await startScreencast(browser.page, { gapMs: 100, onPicture: () => {} })
    await expect.poll(() => browser.asked).toEqual(['startScreencast', 'startScreencast'])
  })

  test('takes notice of a picture that is seen before the browser has said that it has begun', async () => {
    const never = createPage()
    never.hold()
    const begun = await startScreencast(never.page, { gapMs: 100, onPicture: () => {} })
    never.change('a')
    begun.seen()
    await vi.advanceTimersByTimeAsync(100)
    expect(never.asked).toEqual(['startScreencast', 'screencastFrameAck 1'])
  })

  test('looks once more at a page whose last picture may be older than its last change', async () => {
    browser.change('a')
    screencast.seen()
    await vi.advanceTimersByTimeAsync(100)
    // Made before the first was acknowledged, and the change after it was left out.
    browser.change('b', Date.now() - 1000)
    screencast.seen()
    await vi.advanceTimersByTimeAsync(230)
    expect(browser.asked.slice(-2)).toEqual(['stopScreencast', 'startScreencast'])
    browser.change('b')
    screencast.seen()
    browser.asked.length = 0
    await vi.advanceTimersByTimeAsync(10_000)
    expect(browser.asked.filter((each) => each.endsWith('Screencast'))).toEqual([])
  })

  test('is silent once it has stopped', async () => {
    await screencast.stop()
    browser.change('a')
    expect(pictures).toEqual([])
    expect(browser.asked).toEqual(['detach'])
  })
})
