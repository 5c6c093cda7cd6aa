import { expect, it } from 'vitest'
import { openTestPage } from '../../browser/test-page.ts'
import { takeFingerprint } from '../collect.ts'

const page = openTestPage()

async function describe(html: string, selector: string) {
  await page().setContent(`<main>${html}</main>`)
  return (await takeFingerprint(page().locator(selector).first(), { timeoutMs: 60_000 })).fingerprint
}

it.each([
  ['<div class="navbar-brand big"><a href="/">Shop</a></div>', ['navbar-brand']],
  ['<h1 class="logo"><a class="home" href="/">Shop</a></h1>', ['home', 'logo']],
  ['<div class="logo"><a href="/">Shop</a><a href="/en">English</a></div>', []],
  ['<div class="card"><a href="/">Shop</a></div>', []],
])('the classes of a link say that it is the logo alone in %s', async (html, classes) => {
  expect((await describe(html, 'a')).classes).toEqual(classes)
})

it.each([
  ['range', 'range'],
  ['color', 'color'],
  ['radio', ''],
  ['text', ''],
])('a field of the type %s is of the kind “%s”', async (type, fieldKind) => {
  expect(await describe(`<input type="${type}">`, 'input')).toMatchObject({ fieldKind })
})
