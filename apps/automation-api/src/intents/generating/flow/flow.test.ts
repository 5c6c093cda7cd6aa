import { describe, expect, it } from 'vitest'
import { testGeneration } from '../test-generation.ts'

const lamp = (id: number) =>
  `<li class="lamp"><a class="name" href="/lamp/${id}">Lamp ${id}</a> <span class="price">${id}0 €</span></li>`
const shelf = (ids: number[], more: string) =>
  `<h1>Lamps</h1><ul class="lamps">${ids.map(lamp).join('')}</ul>${more}`
const detail = (id: number, more = '') =>
  `<h1>Lamp ${id}</h1><dl><dt>Height</dt><dd>${id}5 cm</dd><dt>Weight</dt><dd>${id} kg</dd></dl>${more}`

const site = testGeneration({
  '/shop': shelf([1, 2], '<a href="/shop2">Next page</a>'),
  '/shop2': shelf([3, 4], '<a href="/shop">Previous</a> <a href="/shop3">Next page</a>'),
  '/shop3': shelf([5], '<a href="/shop2">Previous</a> <span class="disabled">Next page</span>'),
  '/lamp/1': detail(1),
  '/lamp/2': detail(2, '<a href="/sheet.pdf" download>Data sheet</a>'),
  '/lamp/3': detail(3),
  '/lamp/4': detail(4),
  '/lamp/5': detail(5),
  '/buttons': `<h1>Lamps</h1><ul class="lamps"></ul><button class="back">‹</button><button class="on" aria-label="Next">›</button>
    <script>let page = 1
      const list = document.querySelector('ul'), on = document.querySelector('.on')
      const show = () => {
        list.innerHTML = [1, 2].map((at) => '<li class="lamp"><b>Lamp ' + page + '.' + at + '</b><i>' + page + ' €</i></li>').join('')
        on.disabled = page === 3
      }
      on.onclick = () => {
        list.innerHTML = ''
        on.disabled = true
        setTimeout(() => { page += 1; show() }, 80)
      }
      show()</script>`,
  '/same': shelf([1, 2], '<a href="/same?page=2">Next</a>'),
  '/single': shelf([1, 2], ''),
  '/more': `<h1>Lamps</h1><ul class="lamps">${lamp(1)}</ul><button id="more">Show more</button><p class="count">1</p><script>
      const more = document.querySelector('#more')
      more.onclick = () => {
        document.querySelector('ul').insertAdjacentHTML('beforeend', '<li class="lamp">Another</li>')
        const count = document.querySelectorAll('li').length
        document.querySelector('.count').textContent = count
        if (count === 4) more.remove()
      }</script>`,
  '/login': `<p id="state">out</p><form><label>Name <input id="name"></label> <button type="button"
    onclick="state.textContent = 'in as ' + document.querySelector('#name').value; this.form.remove()">Sign in</button></form>`,
  '/in': '<p id="state">in</p>',
})

const EVERY = 'extract the name and price of every lamp on every page as lamps'
const named = (ids: number[]) => ids.map((id) => ({ name: `Lamp ${id}`, price: `${id}0 €` }))

describe('a list of several pages', () => {
  it.concurrent.each([
    `open SITE/shop; ${EVERY}`,
    'open SITE/shop; on every page, extract the name and price of every lamp as lamps',
    'open SITE/shop; extract the name and price of every lamp until the last page as lamps',
  ])('is read to its last page: %s', async (text) => {
    const { actions } = await site.generated(text)
    expect(actions).toMatchObject([
      { type: 'navigate' },
      { type: 'repeat', max: 200, steps: [{ type: 'extract', output: 'lamps' }, { type: 'click' }] },
    ])
    expect(await site.runTogether(actions)).toMatchObject({
      error: null,
      read: { lamps: named([1, 2, 3, 4, 5]) },
      path: '/shop3',
    })
  })

  it.concurrent('is read where a button without words goes on, and is switched off on the last page', async () => {
    const { actions } = await site.generated(
      'open SITE/buttons; extract the name and price of every lamp on all pages as lamps',
    )
    expect(actions[1]).toMatchObject({ steps: [{ type: 'extract' }, { type: 'click' }, { type: 'wait' }] })
    const { read, error } = await site.runTogether(actions)
    expect(error).toBeNull()
    expect(read['lamps']).toHaveLength(6)
  })

  it.concurrent('is read on its first pages only', async () => {
    const { actions } = await site.generated(
      'open SITE/shop; extract the name and price of every lamp on the first two pages as lamps',
    )
    const { read, error, path } = await site.runTogether(actions)
    expect({ read, error, path }).toEqual({
      error: null,
      read: { lamps: named([1, 2, 3, 4]) },
      path: '/shop2',
    })
  })

  it.concurrent('is read where it has one text in each entry', async () => {
    const { actions } = await site.generated('open SITE/shop; extract all the prices on every page as prices')
    expect((await site.runTogether(actions)).read).toEqual({
      prices: [1, 2, 3, 4, 5].map((id) => ({ price: `${id}0 €` })),
    })
  })

  it.concurrent.each([
    [`open SITE/single; ${EVERY}`, 'element_not_found', 'no link or button that leads to the next page'],
    [`open SITE/same; ${EVERY}`, 'step_failed', 'The next page of the list shows the same entries'],
  ])('is refused where it goes no further: %s', async (text, reason, message) => {
    expect(await site.failed(text)).toMatchObject({ reason, message: expect.stringContaining(message) })
  })
})

describe('the page of each thing in a list', () => {
  it.concurrent.each([
    'open SITE/shop; for each lamp, open it and read the height and the weight as details',
    'open SITE/shop; for every lamp click its link and extract the height and weight as details',
  ])('is opened and read into a row: %s', async (text) => {
    const { actions } = await site.generated(text)
    expect(actions).toMatchObject([
      { type: 'navigate' },
      { type: 'extract', output: 'lampLinks' },
      {
        type: 'forEach',
        in: 'lampLinks',
        as: 'lamp',
        steps: [
          { type: 'navigate', url: '${lamp.link}' },
          { type: 'extract', rows: ['body'] },
        ],
      },
    ])
    expect(await site.runTogether(actions)).toMatchObject({
      error: null,
      read: {
        details: [
          { height: '15 cm', weight: '1 kg' },
          { height: '25 cm', weight: '2 kg' },
        ],
      },
    })
  })

  it.concurrent('is worked on up to the next page that is opened', async () => {
    const { actions } = await site.generated(
      'open SITE/shop; for each lamp, open it; read the height; take a screenshot; open SITE/in; extract the state as state',
    )
    expect(actions).toMatchObject([
      {},
      {},
      { type: 'forEach', steps: [{}, { type: 'extract', output: 'lamps' }, { type: 'screenshot' }] },
      { type: 'navigate' },
      { type: 'extractText' },
    ])
  })

  it.concurrent('is refused where the page of another one does not have the same', async () => {
    expect(
      await site.failed('open SITE/shop; for each lamp, open it and read the colour as colour'),
    ).toMatchObject({ reason: 'nothing_to_read' })
  })
})

describe('steps that depend on the page', () => {
  it.concurrent('are done where it has something, and left out where it has not', async () => {
    const { actions } = await site.generated(
      'open SITE/login; if there is a "Name" field, type Ada into Name and click Sign in; extract the state as state',
    )
    expect(actions[1]).toMatchObject({ type: 'if', steps: [{ type: 'change' }, { type: 'click' }] })
    expect((await site.runTogether(actions)).read).toEqual({ state: 'in as Ada' })
    const elsewhere = [{ ...actions[0]!, url: `${site.server.url}/in` }, ...actions.slice(1)]
    expect((await site.runTogether(elsewhere as typeof actions)).read).toEqual({ state: 'in' })
  })

  it.concurrent('are refused where it does not hold, because they cannot be tried out', async () => {
    const text = 'open SITE/in; if the page shows "Welcome", type Ada into Name and click Sign in'
    expect(await site.failed(text)).toMatchObject({
      reason: 'step_failed',
      message: expect.stringContaining('does not hold at the moment'),
    })
  })
})

describe('a click that is repeated', () => {
  it.concurrent.each<[string, object, string]>([
    ['click Show more until it is gone', { while: { present: expect.anything() }, max: 200 }, '4'],
    ['click Show more as long as it is there', { max: 200 }, '4'],
    ['click Show more twice', { times: 2 }, '3'],
  ])('is a loop: %s', async (clause, loop, count) => {
    const { actions } = await site.generated(`open SITE/more; ${clause}; extract the count as count`)
    expect(actions[1]).toMatchObject({ type: 'repeat', ...loop, steps: [{ type: 'click' }] })
    expect(await site.runTogether(actions)).toMatchObject({ error: null, read: { count } })
  })
})
