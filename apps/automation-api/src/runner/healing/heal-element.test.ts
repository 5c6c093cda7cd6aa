import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestBrowser } from '../browser/test-browser.ts'
import type { RunnerBrowser } from '../browser/runner-browser.ts'
import { type PageServer, startPageServer } from '../page-server.ts'
import type { Selector } from '../../automations/selector.ts'
import { healElement } from './heal-element.ts'
import { recordElement } from './record-element.ts'

const SHOP = `
  <nav><a href="/home">Home</a> <a href="/offers">Offers</a> <a href="/about">About us</a></nav>
  <main id="shop">
    <h1>Garden chairs</h1>
    <label for="find">Find</label> <input id="find" name="query" placeholder="What for?">
    <button id="filter" class="primary" type="button">Filter results</button>
    <button id="clear" type="button">Clear filters</button>
    <ul>
      <li>Oak chair <button type="button" class="add">Compare</button></li>
      <li>Pine chair <button type="button" class="add">Compare</button></li>
      <li>Steel chair <button type="button" class="add">Compare</button></li>
    </ul>
    <select name="order"><option>Cheapest</option><option>Newest</option></select>
    <form><label>Password <input type="password" name="secret"></label><button>Delete account</button></form>
  </main>`

let browser: RunnerBrowser
let server: PageServer
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openTestBrowser()
  server = await startPageServer({
    '/shop': SHOP,
    '/frame': '<p>Outside</p><iframe name="inner" src="/shop"></iframe>',
  })
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  await page.goto(`${server.url}/shop`)
})

afterEach(() => context.close())

const patiently = { timeoutMs: 60_000 }

/** Records an element, changes the page, and heals a step whose own selector no longer matches. */
async function heal(selector: string, become: string | (() => void), type = 'click', keep?: Selector[]) {
  const recorded = await recordElement(page.locator(selector), patiently)
  if (typeof become === 'string') await page.setContent(become)
  else await page.evaluate(become)
  return healElement(page, {
    type,
    selectors: ['#no-longer'],
    recorded: { ...recorded, alternatives: keep ?? recorded.alternatives },
  })
}

/** A menu of these entries. */
const show = (names: string[], style: string) =>
  `<nav>${names.map((name) => `<div><a href="#" style="${style}">${name}</a></div>`).join('')}</nav>`

const replace = (from: string, to: string) => SHOP.replace(from, to)

describe('healing', () => {
  it('finds an element again by another selector that was recorded with it', async () => {
    const healed = await heal('#filter', replace('id="filter" class="primary"', 'id="x9k2"'))
    expect(healed).toMatchObject({ outcome: 'persist', frame: [] })
    if (healed.outcome === 'failed') throw new Error(healed.message)
    expect(await healed.locator.getAttribute('id')).toBe('x9k2')
    expect(healed.selectors).toContain('aria/Filter results[role="button"]')
  })

  it('finds an element that moved and has other attributes, when no selector finds it', async () => {
    const moved = replace(
      '<button id="filter" class="primary" type="button">Filter results</button>',
      '',
    ).replace('<ul>', '<div><a role="button" tabindex="0" class="tool">Filter results</a></div><ul>')
    const healed = await heal('#filter', moved, 'click', [])
    expect(healed).toMatchObject({ outcome: expect.stringMatching(/persist|tentative/) })
    if (healed.outcome !== 'failed') expect(await healed.locator.innerText()).toBe('Filter results')
  })

  it('fails with the closest candidates when the element is gone', async () => {
    const gone = replace('<button id="filter" class="primary" type="button">Filter results</button>', '')
    const healed = await heal('#filter', gone)
    expect(healed).toMatchObject({ outcome: 'failed' })
    if (healed.outcome !== 'failed') return
    expect(healed.candidates.length).toBeGreaterThan(0)
    expect(healed.candidates.length).toBeLessThanOrEqual(5)
    expect(healed.candidates[0]).toMatchObject({ text: 'Clear filters' })
  })

  it('notices that a recorded selector now finds another element', async () => {
    const taken = replace(
      '<button id="filter" class="primary" type="button">Filter results</button>',
      '',
    ).replace('id="clear"', 'id="filter" class="primary"')
    const healed = await heal('#filter', taken)
    expect(healed).toMatchObject({ outcome: 'failed' })
  })

  it('distinguishes rows of a list by the text beside the button', async () => {
    const another = '<li>Ash chair <button type="button" class="add">Compare</button></li>'
    const healed = await heal('li:nth-child(2) button', replace('<ul>', `<ul>${another}`))
    if (healed.outcome === 'failed') throw new Error(healed.message)
    expect(await healed.locator.evaluate((button) => button.parentElement?.textContent)).toContain(
      'Pine chair',
    )
  })

  it('finds an element by another name between those that are still there', async () => {
    await page.setContent(show(['Overview', 'Charts', 'Data table', 'Sign-up form'], 'padding: 4px'))
    const renamed = show(['Overview', 'Charts', 'Datatables', 'Sign-up form'], 'padding: 9px; color: red')
    const healed = await heal('div:nth-child(3) a', renamed, 'click', [])
    if (healed.outcome === 'failed') throw new Error(healed.message)
    expect(await healed.locator.innerText()).toBe('Datatables')
    const removed = show(['Overview', 'Charts', 'Sign-up form'], 'padding: 9px')
    await page.setContent(show(['Overview', 'Charts', 'Data table', 'Sign-up form'], 'padding: 4px'))
    expect((await heal('div:nth-child(3) a', removed, 'click', [])).outcome).toBe('failed')
  })

  it('accepts no other row for a deleted one', async () => {
    const healed = await heal(
      'li:nth-child(2) button',
      replace('<li>Pine chair <button type="button" class="add">Compare</button></li>', ''),
    )
    expect(healed).toMatchObject({ outcome: 'failed' })
  })

  it('includes frames and open shadow roots', async () => {
    const recorded = await recordElement(page.locator('#filter'), patiently)
    await page.goto(`${server.url}/frame`)
    const framed = await healElement(page, {
      type: 'click',
      selectors: [],
      recorded: { ...recorded, alternatives: [] },
    })
    expect(framed).toMatchObject({ outcome: 'persist', frame: [0] })

    await page.goto(`${server.url}/shop`)
    await page.evaluate(`
      const host = document.body.appendChild(document.createElement('my-shop'))
      host.attachShadow({ mode: 'open' }).append(document.querySelector('#shop'))`)
    const shadowed = await healElement(page, {
      type: 'click',
      selectors: [],
      recorded: { ...recorded, alternatives: [] },
    })
    if (shadowed.outcome === 'failed') throw new Error(shadowed.message)
    expect(await shadowed.locator.getAttribute('id')).toBe('filter')
  })

  it('never replaces a field by a button, a choice by a text, or a text by a password', async () => {
    const only =
      '<main><button>What for?</button><input type="password" name="query" placeholder="What for?"></main>'
    expect(await heal('#find', only, 'change')).toMatchObject({ outcome: 'failed' })
    await page.goto(`${server.url}/shop`)
    expect(await heal('select', '<input name="order">', 'change')).toMatchObject({ outcome: 'failed' })
  })

  it('is not misled by a page that has replaced built-in functions', async () => {
    const recorded = await recordElement(page.locator('#filter'), patiently)
    await page.evaluate(`
      document.querySelector('#filter').removeAttribute('id')
      JSON.stringify = () => '[]'
      Array.prototype.filter = () => []
      Element.prototype.getAttribute = () => 'nonsense'
      document.querySelectorAll = () => document.childNodes`)
    const healed = await healElement(page, {
      type: 'click',
      selectors: [],
      recorded: { ...recorded, alternatives: [] },
    })
    expect(healed).toMatchObject({ outcome: 'persist' })
  })

  it('needs no healing again with the selectors it returned', async () => {
    const healed = await heal('#filter', replace('id="filter" class="primary"', ''))
    if (healed.outcome === 'failed') throw new Error(healed.message)
    for (const selector of healed.selectors) {
      expect(typeof selector === 'string' ? selector : selector.join()).not.toContain('#filter')
    }
    expect(await healed.locator.count()).toBe(1)
  })
})
