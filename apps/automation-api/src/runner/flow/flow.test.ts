import { beforeEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { type Nameless, testActions } from '../test-actions.ts'
import { withEnoughTime } from '../test-limits.ts'
import { createRuns } from '../test-runs.ts'

const shop = (page: number, next: string) => `<h1>Page ${page}</h1>
  <ul><li>Item ${page}a<li>Item ${page}b</ul>${next && `<a class=next href="${next}">Next</a>`}`
const bed = testActions({
  '/only': shop(9, ''),
  '/banner': `<div id=banner><button id=accept onclick="banner.remove()">Accept</button></div><h1>Shop</h1>`,
  '/orders': `<table><tr><th>Order<th>State<tr><td><a href="/order-1">1</a><td>open<tr><td><a href="/order-2">2</a><td>sent</table>`,
  '/found': (request, response) => {
    const query = new URL(request.url!, 'http://page').searchParams.get('q')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<h1>${query}</h1>`)
  },
})
let page: Page
beforeEach(() => {
  ;({ page } = bed)
})
const { open, run } = createRuns(() => bed)

// What is waited for in vain takes all of the time.
const [plenty, short] = [60_000, 150]
const branch = (condition: object, timeoutMs: number): Nameless => ({
  type: 'if',
  condition,
  timeoutMs,
  steps: [{ name: 'Yes', type: 'extractText', selectors: ['h1'], output: 'yes' }],
  else: [{ name: 'No', type: 'extractText', selectors: ['h1'], output: 'no' }],
})
describe('optional: true', () => {
  it('lets the run go on where the element is missing, with the reason in its step', async () => {
    const accept: Nameless = { type: 'click', selectors: [['#accept']], optional: true }
    const result = await withEnoughTime(
      short,
      (timeoutMs) => run([open('/only'), { ...accept, timeoutMs }, { type: 'hover', selectors: ['h1'] }]),
      ({ steps }) => !/did not respond/.test(steps[1]?.error ?? ''),
    )
    expect(result).toMatchObject({
      error: null,
      steps: [
        { status: 'completed' },
        {
          status: 'skipped',
          error: expect.stringMatching(/^no element matches the selector within \d+ ms$/) as string,
          runs: 1,
        },
        { status: 'completed' },
      ],
    })
  })

  it('performs the step where the element is there', async () => {
    const accept: Nameless = { type: 'click', selectors: [['#accept']], optional: true }
    const result = await run([open('/banner'), accept])
    expect(result.steps[1]).toMatchObject({ status: 'completed', error: null })
    expect(await page.locator('#banner').count()).toBe(0)
  })
})

describe('if', () => {
  it.each([
    [{ present: [['#accept']] }, true],
    [{ present: ['#missing'] }, false],
    [{ absent: ['#missing'] }, true],
    [{ absent: ['#accept'] }, false],
    [{ text: 'Shop' }, true],
    [{ text: 'Shop', selectors: ['#banner'] }, false],
    [{ url: '*/banner' }, true],
    [{ url: '*/2' }, false],
    [{ variable: 'plan', equals: 'pro' }, true],
    [{ variable: 'plan', notEquals: 'pro' }, false],
    [{ variable: 'plan', contains: 'r' }, true],
    [{ variable: 'count', atLeast: 3 }, true],
    [{ variable: 'count', atMost: 2 }, false],
    [{ output: 'title', equals: '${heading}' }, true],
    [{ output: 'missing', isEmpty: true }, true],
    [{ output: 'title', isEmpty: true }, false],
  ])('performs one of its branches: %j', async (condition, isMet) => {
    const title: Nameless = { type: 'extractText', selectors: ['h1'], output: 'title' }
    const values = { plan: 'pro', count: '3', heading: 'Shop' }
    const isWaitedFor = isMet && !('absent' in condition)
    const timeoutMs = isWaitedFor ? plenty : short
    const result = await run([open('/banner'), title, branch(condition, timeoutMs)], { values })
    expect(result.error).toBeNull()
    expect(result.extractedData).toEqual({ title: 'Shop', [isMet ? 'yes' : 'no']: 'Shop' })
    expect(result.steps.map(({ id, status }) => [id, status])).toEqual([
      ['1', 'completed'],
      ['2', 'completed'],
      ['3', 'completed'],
      ['3.1', isMet ? 'completed' : 'skipped'],
      ['3.else.1', isMet ? 'skipped' : 'completed'],
    ])
  })

  it('waits a moment for what its condition expects', async () => {
    await page.goto(bed.url('/only'))
    await page.evaluate(
      "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id=late>x</i>'), 200)",
    )
    const result = await run([branch({ present: ['#late'] }, plenty)])
    expect(result.extractedData).toEqual({ yes: 'Page 9' })
  })
})

describe('wait', () => {
  it('goes on after its time, and ends with the run', async () => {
    const wait: Nameless = { type: 'wait', durationMs: 20 }
    expect((await run([wait])).steps).toMatchObject([{ status: 'completed' }])
    const stop = new AbortController()
    const long: Nameless = { type: 'wait', durationMs: 300_000 }
    const onChange = () => stop.abort(new Error('Stopped by user'))
    const stopped = await run([long, wait], { signal: stop.signal, onChange })
    expect(stopped).toMatchObject({
      error: 'Stopped by user',
      steps: [{ status: 'failed' }, { status: 'skipped' }],
    })
  })
})

describe('what a step has read', () => {
  it('can be typed, opened and compared by the steps after it', async () => {
    const result = await run([
      open('/orders'),
      { type: 'extract', table: ['table'], output: 'orders' },
      { type: 'extractText', selectors: ['td:nth-child(2)'], output: 'state' },
      { type: 'navigate', url: bed.url('/found?q=${outputs.state} ${outputs.orders.1.State}') },
      { type: 'extractText', selectors: ['h1'], output: 'title' },
    ])
    expect(result.extractedData['title']).toBe('open sent')
  })
})
