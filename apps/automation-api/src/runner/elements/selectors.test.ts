import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBrowser } from '../browser/test-browser.ts'
import type { RunnerBrowser } from '../browser/runner-browser.ts'
import { findElement } from './find-elements.ts'
import { type PageServer, startPageServer } from '../page-server.ts'
import type { Selector } from '../../automations/selector.ts'

const PAGE = `
  <form>
    <label for=password>Pass word</label><input id=password type=password>
    <input id=search placeholder="Find">
    <button id=save type=button>Save</button>
    <button id=save-all type=button aria-label="Save all">All</button>
    <h2 id=title>Save</h2>
    <img id=logo alt="Logo">
  </form>
  <p id=terms>Read our (new)  <b id=bold>terms</b></p>
  <p id=upper>READ OUR rules</p>
  <i class=twin>one</i><i class=twin>two</i>
  <u class=half-hidden style="display:none">no</u><u id=shown class=half-hidden>yes</u>
  <a class=outer><span id=light>light</span></a>
  <div id=host></div>
  <script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<a><span id=inner>in the shadow</span></a>'
    setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<em id=late>late</em>'), 300)
  </script>`

let browser: RunnerBrowser
let server: PageServer
let page: Page

beforeAll(async () => {
  server = await startPageServer({ '/': PAGE })
  browser = await openTestBrowser()
  page = await (await browser.newContext()).newPage()
})

afterAll(async () => {
  await browser.close()
  await server.close()
})

async function find(selectors: Selector[], timeoutMs = 60_000): Promise<string | null> {
  await page.goto(server.url)
  const deadlineAt = performance.now() + timeoutMs
  const remainingMs = () => Math.max(1, deadlineAt - performance.now())
  const signal = AbortSignal.timeout(timeoutMs + 60_000)
  const element = await findElement({ page, timeoutMs, remainingMs, signal }, { selectors })
  return (await element.getAttribute('id')) ?? element.innerText()
}

describe('a selector', () => {
  it.each<[Selector, string]>([
    ['#save', 'save'],
    ['xpath///button[2]', 'save-all'],
    ['pierce/#inner', 'inner'],
    ['text/terms', 'bold'],
    ['text/Read our (new) te', 'terms'],
    ['aria/Save all', 'save-all'],
    ['aria/Pass word', 'password'],
    ['aria/Find', 'search'],
    ['aria/Logo[role="image"]', 'logo'],
    ['aria/Save[role="button"]', 'save'],
    ['aria/[name="Save"][role=\'heading\']', 'title'],
    ['aria/[role="heading"]', 'title'],
    [['#host', 'a span'], 'inner'],
    [['form', 'aria/Save[role="button"]'], 'save'],
    [['.outer', 'xpath/.//span'], 'light'],
  ])('%j is supported', async (selector, id) => {
    expect(await find([selector])).toBe(id)
  })

  it('that is invalid fails at once', async () => {
    await expect(find(['button['])).rejects.toThrow('while parsing css selector "button["')
    await expect(find(['xpath///['])).rejects.toThrow('is not a valid XPath expression')
  })
})

describe('of several alternatives', () => {
  it('the first with a match wins', async () => {
    expect(await find(['#missing', '#title', '#save'])).toBe('title')
  })

  it('one with a single match is preferred to an ambiguous one', async () => {
    expect(await find(['.twin', '#save'])).toBe('save')
  })

  it('an ambiguous one waits for a better one to appear', async () => {
    expect(await find(['.twin', '#late'])).toBe('late')
  })

  it('an ambiguous one means its first match when time is up', async () => {
    expect(await find(['.twin', '#missing'], 100)).toBe('one')
  })

  it('an ambiguous one is used without waiting where none could do better', async () => {
    expect(await find(['.twin', 'button'])).toBe('one')
  })

  it('hidden matches do not count', async () => {
    expect(await find(['.half-hidden'])).toBe('shown')
  })
})
