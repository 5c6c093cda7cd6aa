import { describe, expect, it } from 'vitest'
import { openTestPage } from '../../browser/test-page.ts'
import { collectCandidates, takeFingerprint } from '../collect.ts'

const page = openTestPage()

/** Of the element with the id `it`, alone and among all elements of its page. */
async function read(html: string) {
  await page().setContent(html)
  const alone = (await takeFingerprint(page().locator('#it'), { timeoutMs: 60_000 })).fingerprint
  const all = await collectCandidates(page(), 'read')
  const among = all.find(({ fingerprint }) => fingerprint.id === 'it')?.fingerprint
  return { alone, among }
}

describe('the form of an element', () => {
  it.each([
    [
      '<form><input type="hidden" name="t"><input><input type="email"><textarea></textarea><button id="it">Send</button></form>',
      'text email textarea *submit',
    ],
    [
      '<form><input autocomplete="given-name"><input id="it" autocomplete="shipping tel"><select></select></form>',
      'text *tel select',
    ],
    [
      '<form><input type="radio" name="a"><input type="radio" name="a"><input type="checkbox" id="it"></form>',
      'radio *checkbox',
    ],
    [
      '<div><div><input id="it" placeholder="Name"></div><button type="button">Go</button></div>',
      '*text button',
    ],
    ['<form><input><button id="it">Go</button></form><form><input></form>', 'text *submit'],
    ['<button id="it">Go</button>', ''],
    [`<form>${'<input>'.repeat(21)}<button id="it">Go</button></form>`, ''],
  ])('in %s is %s', async (html, form) => {
    const { alone, among } = await read(html)
    expect(alone.form).toBe(form)
    expect(among?.form).toBe(form)
  })
})

describe('the heading of an element', () => {
  it.each([
    [
      'is the title of its card',
      '<div><h5>One</h5><p>a</p><a href="/1" id="it">More</a></div><div><h5>Two</h5></div>',
      'One',
    ],
    [
      'is the only title in its card, also below it',
      '<h2>All</h2><div><a href="/1" id="it">More</a><h5>One</h5></div>',
      'One',
    ],
    [
      'is that of its section',
      '<h2>First</h2><p>a</p><h2>Second</h2><p><a href="/1" id="it">More</a></p>',
      'Second',
    ],
    ['is none before the first one', '<nav><a href="/1" id="it">More</a></nav><h1>All</h1><h2>One</h2>', ''],
    ['is not its own text', '<h1>All</h1><h2><a href="/1" id="it">More</a></h2>', 'All'],
    ['is none that is hidden', '<h1>All</h1><h2 hidden>One</h2><a href="/1" id="it">More</a>', 'All'],
    [
      'is none that another element of its name has',
      '<h1>All</h1><a href="/1" id="it">More</a> <a href="/2">More</a>',
      '',
    ],
  ])('%s', async (_, html, heading) => {
    const { alone, among } = await read(html)
    expect(alone.heading).toBe(heading)
    expect(among?.heading).toBe(heading)
  })
})

describe('the elements of one name', () => {
  it.each([
    [
      'in the same part of the page are counted together',
      '<nav><a href="/1" id="it">About</a></nav><aside><a href="/2">About</a></aside><footer><a href="/3">About</a></footer>',
      { part: 2, form: 0 },
    ],
    [
      'at the same place of such a form are counted together',
      '<form><input placeholder="Mail" id="it"><textarea></textarea></form><form><input placeholder="Mail"><textarea></textarea></form><form><input placeholder="Mail"></form>',
      { part: 3, form: 2 },
    ],
    [
      'are not counted where they are many',
      '<a href="/1" id="it">About</a>'.repeat(1) + '<a href="/2">About</a>'.repeat(50),
      { part: 0, form: 0 },
    ],
  ])('%s', async (_, html, twins) => {
    const { alone, among } = await read(html)
    expect(alone.twins).toEqual(twins)
    expect(among?.twins).toEqual(twins)
  })
})
