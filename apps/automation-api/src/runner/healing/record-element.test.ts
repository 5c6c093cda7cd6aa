import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunnerBrowser } from '../browser/runner-browser.ts'
import { openTestBrowser } from '../browser/test-browser.ts'
import { collectCandidates, takeFingerprint } from './collect.ts'
import { hasSameName } from './identity/names.ts'
import { hashName } from './in-page/read-name.ts'
import { recordElement } from './record-element.ts'

const SHOP = `
  <nav><a href="/home">Home</a> <a href="/offers">Offers</a> <a href="/about">About us</a></nav>
  <main>
    <h1>Garden chairs</h1>
    <button id="filter" class="primary" type="button">Filter results</button>
    <button id="clear" type="button">Clear filters</button>
    <ul>
      <li>Oak chair <button type="button">Compare</button></li>
      <li>Pine chair <button type="button">Compare</button></li>
      <li>Steel chair <button type="button">Compare</button></li>
    </ul>
    <form><label>Password <input type="password" name="secret"></label><button>Delete account</button></form>
  </main>`

let browser: RunnerBrowser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openTestBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  await page.setContent(SHOP)
})

afterEach(() => context.close())

const patiently = { timeoutMs: 60_000 }

async function learn(heading: string, name: string) {
  await page.setContent(`<h2>${heading}</h2><textarea aria-label="${name}"></textarea>`)
  return await recordElement(page.locator('textarea'), patiently)
}

async function readMarks(html: string) {
  await page.setContent(`<base href="https://shop.example/"><a href="/a?b=1">Own</a>${html}`)
  const { others = [] } = await recordElement(page.locator('a').first(), patiently)
  const marks = ['> address', '> path', '/ no menu', '/ no footer']
  return marks.filter((mark) => others.includes(hashName(mark)))
}

describe('what is recorded of an element', () => {
  it('contains nothing that a user typed', async () => {
    await page.setContent(`
      <p>Before</p>
      <input id="field" name="note" value="initial-value" aria-label="Note">
      <input id="secret" type="password" value="initial-value">
      <textarea id="area">initial-value</textarea>
      <div id="rich" contenteditable role="textbox">initial-value</div>
      <button id="button">After</button>`)
    await page.locator('#field').fill('typed-value')
    await page.locator('#area').fill('typed-value')
    await page.locator('#rich').fill('typed-value')
    await page.locator('#secret').fill('typed-value')
    for (const id of ['field', 'secret', 'area', 'rich', 'button']) {
      const { fingerprint } = await takeFingerprint(page.locator(`#${id}`), patiently)
      expect(JSON.stringify(fingerprint)).not.toMatch(/typed-value|initial-value/)
      const { lookalikes } = await recordElement(page.locator(`#${id}`), patiently)
      expect(JSON.stringify(lookalikes)).not.toMatch(/typed-value|initial-value/)
    }
  })

  it('goes with its selectors, also where the page takes more than a second for each answer', async () => {
    const { alternatives } = await recordElement(page.locator('#filter'), patiently)
    await page.evaluate(() => {
      let blocks = 4
      const { port1, port2 } = new MessageChannel()
      const block = () => {
        for (const until = Date.now() + 1500; Date.now() < until;);
        blocks -= 1
        // A timer would leave the page the time for several answers in between.
        if (blocks > 0) port2.postMessage(0)
      }
      port1.addEventListener('message', block)
      port1.start()
      setTimeout(block, 0)
    })
    const slowly = await recordElement(page.locator('#filter'), patiently)
    expect(slowly.alternatives).toEqual(alternatives)
    expect(alternatives.length).toBeGreaterThan(1)
  })

  it('goes with what else was on the page, in its order', async () => {
    const { lookalikes } = await recordElement(page.locator('nav a:nth-child(2)'), patiently)
    expect(lookalikes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Home', at: -1 }),
        expect.objectContaining({ name: 'About us', at: 1 }),
      ]),
    )
  })

  it('goes with every other element of its name, and the texts around it', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `<a href="/${index}">Sort by ${index}</a>`).join(
      ' ',
    )
    await page.setContent(`<a href="/a">Sort</a> ${links} <p>Rows</p><button>Sort</button><p>Columns</p>`)
    const { lookalikes } = await recordElement(page.locator('a').first(), patiently)
    expect(lookalikes).toContainEqual(
      expect.objectContaining({
        name: 'Sort',
        at: 31,
        before: ['Rows', 'Sort by 29', 'Sort by 28', 'Sort by 27'],
      }),
    )
  })

  it('says whether others lead where it does, and whether its page says what is a menu', async () => {
    expect(await readMarks('<p>Text</p>')).toEqual(['/ no menu', '/ no footer'])
    expect(await readMarks('<nav><a href="/b">B</a></nav>')).toEqual(['/ no footer'])
    expect(await readMarks('<footer><a href="/b">B</a></footer>')).toEqual(['/ no menu'])
    expect(await readMarks('<a href="/a?b=2">B</a>')).toEqual(['> path', '/ no menu', '/ no footer'])
    expect(await readMarks('<a href="a?b=1">B</a>')).toEqual([
      '> address',
      '> path',
      '/ no menu',
      '/ no footer',
    ])
  })

  it('has a name without the options of a list in its label', async () => {
    await page.setContent(
      '<label>Priority <select><option>Low</option><option>High</option></select></label>',
    )
    const now = await recordElement(page.locator('select'), patiently)
    expect(now.fingerprint).toMatchObject({ name: 'Priority', text: 'Low High' })
    const earlier = { ...now, fingerprint: { ...now.fingerprint, name: 'Priority Low High' } }
    expect(hasSameName(earlier, now)).toBe(true)
  })

  it('is in no menu where only a class says so, and its role says otherwise', async () => {
    await page.setContent('<div class="sidebar" role="region"><a href="/b">B</a></div>')
    expect((await recordElement(page.locator('a'), patiently)).fingerprint.landmark).toBe('')
    await page.setContent('<div class="sidebar"><a href="/b">B</a></div>')
    expect((await recordElement(page.locator('a'), patiently)).fingerprint.landmark).toBe('navigation')
  })

  it('does not take the number of an element for what tells it apart, where its own heading repeats it', async () => {
    const [asked, renumbered] = [await learn('6. Notes', '6. Notes'), await learn('7. Notes', '7. Notes')]
    expect(hasSameName(asked, renumbered)).toBe(true)
    expect(hasSameName(await learn('5. Notes', '6. Notes'), renumbered)).toBe(false)
  })

  it('has the same fingerprint alone and among all candidates', async () => {
    const candidates = await collectCandidates(page, 'press')
    expect(candidates.length).toBeGreaterThan(8)
    for (const { locator, fingerprint } of candidates) {
      expect((await takeFingerprint(locator, patiently)).fingerprint).toEqual(fingerprint)
    }
  })
})
