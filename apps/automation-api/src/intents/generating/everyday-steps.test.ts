import { expect, it } from 'vitest'
import { testGeneration } from './test-generation.ts'

const SAID = '<p id="said">-</p>'
const says = (text: string) => `onclick="said.textContent = '${text}'"`

const site = testGeneration({
  '/': `<h1>Start</h1><a href="/next">Next</a> <a href="/list.csv" download>Price list</a>
    <button ${says('saved')}>Save changes</button> <button ${says('twice')}>Twice</button> <button>Twice</button>${SAID}`,
  '/next': '<h1>Next</h1><p class="kind">second page</p>',
  '/list.csv': 'a,b',
  '/boxes': `<label><input type="checkbox" checked onchange="said.textContent = 'mail ' + this.checked"> Mail</label>
    <div role="switch" tabindex="0" aria-checked="false" aria-label="Night" style="width: 30px; height: 20px"
      onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true'); said.textContent = 'night ' + this.getAttribute('aria-checked')"></div>
    <button>Plain</button>${SAID}`,
  '/dialog': `<button onclick="said.textContent = confirm('Sure?') ? 'yes' : 'no'">Ask me</button>${SAID}`,
  '/banner': `<div id="banner">Cookies <button onclick="banner.remove()">Accept</button></div>${SAID}`,
  '/login': `<a href="/login">Sign in</a><form method="post" action="/account"><input name="mail" type="email" aria-label="E-mail">
    <input name="pw" type="password" aria-label="Password"><button>Sign in</button></form>`,
  '/account': '<h1>Account</h1><p class="points">12</p>',
})

it.concurrent.each<[string, string]>([
  ['open SITE; save changes; extract the said as it', 'saved'],
  ['open SITE; click Next; go back; extract the heading as it', 'Start'],
  ['open SITE; click Next; reload the page; extract the kind as it', 'second page'],
  ['open SITE/boxes; uncheck Mail; extract the said as it', 'mail false'],
  ['open SITE/boxes; check Mail; uncheck Night; extract the said as it', '-'],
  ['open SITE/boxes; turn Night on; extract the said as it', 'night true'],
  ['open SITE/boxes; make sure Mail is not checked; extract the said as it', 'mail false'],
  ['open SITE/dialog; click Ask me; accept the dialog; extract the said as it', 'yes'],
  ['open SITE/dialog; click Ask me and dismiss the dialog; extract the said as it', 'no'],
  ['open SITE/login; log in as a@b.test with password secret; extract the points as it', '12'],
  [
    'open SITE/login; type a@b.test into E-mail; type x into Password; click Sign in; extract the points as it',
    '12',
  ],
  ['On SITE/next, get the kind as it', 'second page'],
  ['Get the kind as it from SITE/next', 'second page'],
])('does what it says: %s', async (text, read) => {
  expect(await site.read(text)).toEqual({ it: read })
})

it.concurrent.each<[string, object[]]>([
  [
    'open SITE; download the price list as prices.csv',
    [{ type: 'click' }, { type: 'waitForDownload', fileName: 'prices.csv' }],
  ],
  ['open SITE; save the page as PDF', [{ type: 'pdf' }]],
  [
    'open SITE; take a screenshot of the whole page as all.png',
    [{ type: 'screenshot', fullPage: true, fileName: 'all.png' }],
  ],
  ['Take a screenshot of SITE', [{ type: 'screenshot' }]],
  ['open SITE; press ctrl+A', [{ type: 'press', key: 'Control+a' }]],
  ['open SITE/boxes; check Mail', [{ type: 'check' }]],
  [
    'open SITE/banner; if there is a banner, click Accept; scroll down',
    [{ type: 'click', optional: true }, { type: 'scroll' }],
  ],
])('is written as a step of its own kind: %s', async (text, steps) => {
  const { actions } = await site.generated(text)
  expect(actions.slice(1)).toEqual(steps.map((step) => expect.objectContaining(step)))
})

it.concurrent.each([
  ['open SITE; click Twice', 'element_ambiguous', '“Twice” could be'],
  ['open SITE; save everything', 'not_understood', 'was not understood'],
  ['open SITE; book flights', 'element_not_found', 'No button on the page is called “book flights”'],
  ['open SITE/boxes; check Plain', 'element_not_found', 'No box to tick'],
  ['open SITE; sign in as a with password b', 'element_not_found', 'no form'],
])('is refused with what is missing: %s', async (text, reason, message) => {
  expect(await site.failed(text)).toMatchObject({ reason, message: expect.stringContaining(message) })
})
