import { newId } from '@waypost/postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Action } from '../automations/action.ts'
import { createAutomation } from '../automations/create-automation.ts'
import { triggerAutomation } from '../automations/trigger-automation.ts'
import { executions } from '../db/tables.ts'
import { eq } from 'drizzle-orm'
import { ada, openRunnerBed } from './test-runner.ts'

const shop = (page: number) => `<title>Shop</title>
  ${page === 1 ? '<div id=banner><button id=accept onclick="banner.remove()">Accept all</button></div>' : ''}
  <nav><a href="/">Home</a> <a href="/help">Help</a></nav><h1>Products, page ${page}</h1><ul>
  ${[1, 2].map((at) => `<li class=product><h3>Item ${page}.${at}</h3><span class=price>$${page}${at}.50</span><a href="/item?id=${page}${at}">Details</a><button>Buy</button>`).join('')}
  </ul>${page > 1 ? `<a class=previous href="/shop?page=${page - 1}">Previous</a>` : ''}
  ${page < 3 ? `<a class=next href="/shop?page=${page + 1}">Next</a>` : ''}`

const { bed, execute } = openRunnerBed(
  { url: 'https://hooks.test/', events: ['automation.completed'] },
  {
    '/shop': (request, response) => {
      const page = Number(new URL(request.url!, 'http://shop').searchParams.get('page') ?? 1)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(shop(page))
    },
    '/item': (request, response) => {
      const id = new URL(request.url!, 'http://shop').searchParams.get('id')
      response.setHeader('content-type', 'text/html').end(`<h1>Item ${id}</h1><p class=stock>${id} left</p>`)
    },
    '/list': `<h1>Messages</h1><ul><li>One <button>Delete</button><li>Two <button>Delete</button><li>Three <button>Delete</button></ul>
      <script>for (const button of document.querySelectorAll('button'))
        button.onclick = () => confirm('Delete it?') && button.parentElement.remove()</script>`,
  },
)
beforeEach(() => void (bed.page = '<h1>Home</h1>'))

const at = (path: string) => new URL(path, bed.site.url).href

/** Runs the automation several times, as it is run every day: from the second time on its elements are known. */
async function runDaily(actions: Action[], times = 3) {
  const { services } = bed.service
  const { id } = await createAutomation(services, ada, { name: newId(), actions })
  const runs = []
  for (let day = 0; day < times; day += 1) {
    const { executionId } = await triggerAutomation(services, ada, id, {})
    await execute(executionId)
    const [row] = await services.db.select().from(executions).where(eq(executions.id, executionId))
    runs.push({ error: row!.error, data: row!.extractedData, heals: row!.selfHealEvents, steps: row!.steps })
  }
  return runs
}

const products: Action = {
  type: 'extract',
  name: 'Products',
  output: 'products',
  rows: [['li.product']],
  fields: {
    name: { selectors: [['h3']] },
    price: { selectors: [['.price']], type: 'money', required: true },
    link: { selectors: [['a']], attribute: 'href', type: 'url' },
  },
}
const expected = [1, 2, 3].flatMap((page) =>
  [1, 2].map((item) => ({
    name: `Item ${page}.${item}`,
    price: { amount: Number(`${page}${item}.5`), currency: 'USD' },
    link: expect.stringContaining(`/item?id=${page}${item}`),
  })),
)

describe('an automation that is run every day', () => {
  test('reads every page of a shop, and what is behind each product', async () => {
    const runs = await runDaily([
      { type: 'navigate', name: 'Open the shop', url: at('/shop') },
      { type: 'click', name: 'Accept cookies', selectors: [['#accept']], optional: true, timeoutMs: 500 },
      {
        type: 'repeat',
        name: 'Every page',
        until: { absent: [['a.next']] },
        max: 50,
        steps: [products, { type: 'click', name: 'Next page', selectors: [['a.next']] }],
      },
      {
        type: 'forEach',
        name: 'Each product',
        in: 'products',
        as: 'product',
        steps: [
          { type: 'navigate', name: 'Open the product', url: '${product.link}' },
          {
            type: 'if',
            name: 'In stock?',
            condition: { text: 'left' },
            steps: [
              {
                type: 'extract',
                name: 'Stock',
                output: 'stock',
                rows: ['.stock'],
                fields: { left: { type: 'integer' } },
              },
            ],
          },
        ],
      },
    ])
    const stock = [11, 12, 21, 22, 31, 32].map((left) => ({ left }))
    for (const run of runs)
      expect(run).toMatchObject({ error: null, heals: [], data: { products: expected, stock } })
  })

  test('does without a banner that is gone, and reports no heal', async () => {
    const actions: Action[] = [
      { type: 'navigate', name: 'Open the shop', url: at('/shop?page=2') },
      {
        type: 'click',
        name: 'Accept cookies',
        selectors: ['#accept', 'aria/Accept all'],
        optional: true,
        timeoutMs: 200,
      },
      { type: 'extractText', name: 'Title', selectors: ['h1'], output: 'title' },
    ]
    for (const run of await runDaily(actions, 2)) {
      expect(run).toMatchObject({ error: null, heals: [], data: { title: 'Products, page 2' } })
      expect(run.steps[1]).toMatchObject({ status: 'skipped', runs: 1 })
    }
  })

  test('presses the same button of one row after the other, and answers what the page asks', async () => {
    const runs = await runDaily([
      { type: 'navigate', name: 'Open the messages', url: at('/list') },
      {
        type: 'repeat',
        name: 'Every message',
        while: { present: ['li'] },
        timeoutMs: 300,
        steps: [
          { type: 'click', name: 'Delete', selectors: ['li button'] },
          { type: 'dialog', name: 'Confirm', answer: 'accept' },
        ],
      },
      { type: 'assert', name: 'All gone', selectors: ['li'], count: 0, message: 'There are messages left' },
    ])
    for (const run of runs) {
      expect(run).toMatchObject({ error: null, heals: [] })
      expect(run.steps[2]).toMatchObject({ name: 'Delete', runs: 3, status: 'completed' })
    }
  })
})
