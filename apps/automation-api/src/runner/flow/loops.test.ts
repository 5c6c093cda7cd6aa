import { describe, expect, it } from 'vitest'
import type { Action } from '../../automations/action.ts'
import { type Nameless, testActions } from '../test-actions.ts'
import { createRuns } from '../test-runs.ts'

const shop = (page: number, next: string) => `<h1>Page ${page}</h1>
  <ul><li>Item ${page}a<li>Item ${page}b</ul>${next && `<a class=next href="${next}">Next</a>`}`
const bed = testActions({
  '/1': shop(1, '/2'),
  '/2': shop(2, '/3'),
  '/3': shop(3, ''),
  '/only': shop(9, ''),
  '/endless': shop(1, '/endless'),
  '/orders': `<table><tr><th>Order<th>State<tr><td><a href="/order-1">1</a><td>open<tr><td><a href="/order-2">2</a><td>sent</table>`,
  '/order-1': '<h1>Order 1</h1><b>Chair</b>',
  '/order-2': '<h1>Order 2</h1><b>Lamp</b>',
  '/found': (request, response) => {
    const query = new URL(request.url!, 'http://page').searchParams.get('q')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(`<h1>${query}</h1>`)
  },
  '/more': `<ul></ul><button id=more>More</button><script>
    more.onclick = () => {
      document.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + document.querySelectorAll('li').length)
      if (document.querySelectorAll('li').length === 4) more.remove()
    }</script>`,
  '/job': `<b>waiting</b><script>
    const seen = Number(sessionStorage.seen ?? 0) + 1
    sessionStorage.seen = seen
    if (seen > 3) document.querySelector('b').textContent = 'done'</script>`,
})
const { open, run } = createRuns(() => bed)

const items: Action = {
  name: 'Read the items',
  type: 'extract',
  rows: [['li']],
  fields: { name: {} },
  output: 'items',
}
const next: Action = { name: 'Next page', type: 'click', selectors: [['a.next']] }
// However busy a page is, it has its next link by then. A page that is read is complete, so the last one is not waited for.
const timeoutMs = 60_000
const inVain = ['Step 2']
const everyPage = (steps: Action[], more: object = {}): Nameless => ({
  type: 'repeat',
  until: { absent: [['a.next']] },
  timeoutMs,
  max: 50,
  steps,
  ...more,
})
const named = (...names: string[]) => names.map((name) => ({ name }))
const all = (...pages: number[]) => pages.flatMap((each) => named(`Item ${each}a`, `Item ${each}b`))
const openEach = (url: string): Nameless => ({
  type: 'forEach',
  in: 'orders',
  as: 'order',
  steps: [{ name: 'Open', type: 'navigate', url }],
})

describe('repeat', () => {
  it('reads every page until the last one, and adds their rows', async () => {
    const result = await run([open('/1'), everyPage([items, next])], { inVain })
    expect(result).toMatchObject({ error: null, extractedData: { items: all(1, 2, 3) } })
    expect(result.steps.map(({ id, status, runs }) => [id, status, runs])).toEqual([
      ['1', 'completed', 1],
      ['2', 'completed', 1],
      ['2.1', 'completed', 3],
      ['2.2', 'completed', 2],
    ])
  })

  it('reads every page where the next one is opened first', async () => {
    const first: Action = { ...items, name: 'Read the first page', output: 'first' }
    const nextFirst = [{ ...first, name: 'x' } as Nameless, everyPage([next, items])]
    const result = await run([open('/1'), ...nextFirst], { inVain: ['Step 3'] })
    expect(result.extractedData).toEqual({ first: all(1), items: all(2, 3) })
    const only = await run([open('/only'), everyPage([next, items])], { inVain })
    expect(only).toMatchObject({ error: null, extractedData: {} })
  })

  it('reads every page where only another selector tells the end', async () => {
    const until = { text: 'Page 3' }
    const result = await run([open('/1'), everyPage([items, next], { until })], { inVain })
    expect(result.extractedData).toEqual({ items: all(1, 2, 3) })
  })

  it('goes on while its condition holds', async () => {
    const more: Action = { name: 'More', type: 'click', selectors: ['#more'] }
    const loop: Nameless = { type: 'repeat', while: { present: ['#more'] }, timeoutMs, steps: [more] }
    const result = await run([open('/more'), loop, { ...items, name: 'x' } as Nameless], { inVain })
    expect(result.extractedData['items']).toHaveLength(4)
  })

  it('repeats a number of times, and checks at the end of a round where nothing is pressed', async () => {
    const twice: Nameless = { type: 'repeat', times: 2, steps: [items] }
    expect((await run([open('/1'), twice])).extractedData).toEqual({ items: all(1, 1) })
    const state: Action = { name: 'State', type: 'extractText', selectors: ['b'], output: 'state' }
    const poll: Nameless = {
      type: 'repeat',
      until: { output: 'state', equals: 'done' },
      steps: [state, { name: 'Reload', type: 'reload' }],
    }
    const result = await run([open('/job'), poll])
    expect(result).toMatchObject({ error: null, extractedData: { state: 'done' } })
    expect(result.steps[2]).toMatchObject({ name: 'State', runs: 4 })
  })

  it('fails where its end is not reached in the most rounds', async () => {
    const result = await run([open('/endless'), everyPage([items, next], { max: 3 })])
    expect(result.error).toBe('Step "Step 2" (repeat) failed: its end was not reached after 3 rounds')
    expect(result.extractedData['items']).toHaveLength(6)
  })

  it('fails with the step that fails within it, and names the round', async () => {
    const result = await run([open('/1'), everyPage([items, { ...next, selectors: ['h6'], timeoutMs: 50 }])])
    const error =
      'Step "Next page" (click) failed in round 1 of "Step 2": no element matches the selector within 50 ms'
    expect(result).toMatchObject({
      error,
      steps: [
        { status: 'completed' },
        { status: 'failed', error },
        { status: 'completed' },
        { status: 'failed', error: 'no element matches the selector within 50 ms' },
      ],
    })
  })
})

describe('forEach', () => {
  const orders: Nameless = {
    type: 'extract',
    table: ['table'],
    fields: {
      link: { column: 'Order', type: 'url' },
      state: { column: 'State' },
    },
    output: 'orders',
  }

  it('goes through the rows of a list, which its steps refer to', async () => {
    const each: Nameless = {
      type: 'forEach',
      in: 'orders',
      as: 'order',
      steps: [
        { name: 'Open the order', type: 'navigate', url: '${order.link}' },
        { name: 'Read', type: 'extract', rows: ['b'], fields: { name: {} }, output: 'things' },
      ],
    }
    const result = await run([open('/orders'), orders, each])
    expect(result).toMatchObject({ error: null, extractedData: { things: named('Chair', 'Lamp') } })
    expect(result.steps.map(({ runs }) => runs)).toEqual([1, 1, 1, 2, 2])
  })

  it.each(['Oslo\n  São Paulo \n', '["Oslo", "São Paulo"]'])(
    'goes through the list of a variable: %j',
    async (cities) => {
      const each: Nameless = {
        type: 'forEach',
        in: 'cities',
        as: 'city',
        steps: [
          { name: 'Search', type: 'navigate', url: bed.url('/found?q=${city}') },
          { name: 'Read', type: 'extract', rows: ['h1'], fields: { name: {} }, output: 'found' },
        ],
      }
      const result = await run([each], { values: { cities } })
      expect(result.extractedData).toEqual({ found: named('Oslo', 'São Paulo') })
    },
  )

  it('names what an item does not have, and does nothing for a list that nothing has read', async () => {
    expect((await run([open('/orders'), orders, openEach('${order.url}')])).error).toBe(
      'Step "Open" (navigate) failed in round 1 of "Step 3": there is no "order.url"',
    )
    expect(await run([open('/orders'), openEach('${order.url}')])).toMatchObject({ error: null })
  })
})
