import { expect, it } from 'vitest'
import { openTestPage } from '../../browser/test-page.ts'
import { takeFingerprint } from '../collect.ts'

const page = openTestPage()

const draw = (path: string) =>
  describe(`<button><svg width="9" height="9"><path d="${path}"/></svg></button>`)

const describe = async (html: string) => {
  await page().setContent(`<main>${html}</main>`)
  return (await takeFingerprint(page().locator('main > *').first(), { timeoutMs: 60_000 })).fingerprint
}

it.each([
  ['<button><i class="fa fa-trash-o fa-lg"></i>&nbsp;</button>', 'name:trash'],
  ['<button><i class="bi bi-trash3"></i>&nbsp;</button>', 'name:trash'],
  ['<button><span class="material-icons">delete</span></button>', 'name:delete'],
  ['<button><svg width="9" height="9"><use href="/sprite.svg#icon-pencil"/></svg></button>', 'name:pencil'],
  ['<button><svg class="lucide lucide-log-out" width="9" height="9"></svg></button>', 'name:log-out'],
  ['<button><svg data-icon="github" width="9" height="9"></svg></button>', 'name:github'],
  [
    '<button><span class="fc-icon fc-icon-left-single-arrow">&nbsp;</span></button>',
    'name:left-single-arrow',
  ],
  ['<button><i class="vjs-icon-placeholder">&nbsp;</i></button>', ''],
  ['<button><i class="note-icon-bold">&nbsp;</i></button>', 'name:bold'],
  [
    '<button style="width: 9px; height: 9px; background-image: url(/icons/trash.svg)"></button>',
    'name:trash',
  ],
  ['<button style="background-image: url(/textures/paper.png)">Save</button>', ''],
  ['<input style="background-image: url(/icons/arrow.svg)">', ''],
  ['<button><i class="cart-icon big">&nbsp;</i></button>', 'name:cart'],
  ['<button><img width="9" height="9" src="/images/cart-icon.svg?v=3"></button>', 'name:cart'],
  ['<button><img width="9" height="9" src="/images/8f3a9c1e.svg"></button>', ''],
  ['<button>Save</button>', ''],
])('the icon of %s is %s', async (html, glyph) => {
  expect((await describe(html)).glyph).toBe(glyph)
})

it.each([
  [
    'circles',
    '<svg width="9" height="9"><circle cx="4" cy="4" r="4"/></svg>',
    '<svg width="9" height="9"><circle cx="2" cy="4" r="2"/></svg>',
    /^shape:/,
  ],
  [
    'a picture of its own',
    '<img width="9" height="9" src="data:image/gif;base64,R0lGODlhAQAB">',
    '<img width="9" height="9" src="data:image/gif;base64,R0lGODlhAgAC">',
    /^image:/,
  ],
  [
    'a mask',
    '<i style="display: block; width: 9px; height: 9px; mask-image: url(\'data:image/svg+xml,a\')"></i>',
    '<i style="display: block; width: 9px; height: 9px; mask-image: url(\'data:image/svg+xml,b\')"></i>',
    /^image:/,
  ],
])('a drawing of %s is known by it', async (_, one, other, kind) => {
  const [glyph, again, others] = [
    await describe(`<button>${one}</button>`),
    await describe(`<button>${one}</button>`),
    await describe(`<button>${other}</button>`),
  ].map((each) => each.glyph)
  expect(glyph).toMatch(kind)
  expect(again).toBe(glyph)
  expect(others).not.toBe(glyph)
})

it('a drawing without a name is known by its lines', async () => {
  const [one, same, other] = [await draw('M1 1h9'), await draw('M1 1h9'), await draw('M2 2v9')]
  expect(one.glyph).toMatch(/^path:/)
  expect(same.glyph).toBe(one.glyph)
  expect(other.glyph).not.toBe(one.glyph)
})

it.each([
  ['<input type="email">', 'email'],
  ['<input autocomplete="section-a shipping postal-code">', 'shipping postal-code'],
  ['<input autocomplete="off" inputmode="numeric">', 'number'],
  ['<input type="password" autocomplete="new-password">', 'password'],
  ['<input role="searchbox">', 'search'],
  ['<textarea></textarea>', 'textarea'],
  ['<input>', ''],
  ['<button>Go</button>', ''],
])('the field %s is for %s', async (html, kind) => {
  expect((await describe(html)).fieldKind).toBe(kind)
})

it.each([
  ['<nav><a href="/">A</a></nav>', 'navigation'],
  ['<div class="main-footer"><a href="/">A</a></div>', 'contentinfo'],
  ['<ul class="sidebar-nav navbar-nav"><a href="/">A</a></ul>', ''],
  ['<div class="navbar"><a href="/">A</a></div>', 'navigation'],
  ['<footer><nav><a href="/">A</a></nav></footer>', 'navigation'],
  ['<div role="dialog"><header><a href="/">A</a></header></div>', 'dialog'],
  ['<form><a href="/">A</a></form>', 'form'],
  ['<p><a href="/">A</a></p>', ''],
])('in %s, it is in the %s', async (html, landmark) => {
  await page().setContent(html)
  expect((await takeFingerprint(page().locator('a'), { timeoutMs: 60_000 })).fingerprint.landmark).toBe(
    landmark,
  )
})

it('a link to another site has its host, and one within the site has none', async () => {
  expect((await describe('<a href="https://www.facebook.com/acme">F</a>')).site).toBe('facebook.com')
  expect((await describe('<a href="/acme">F</a>')).site).toBe('')
})
