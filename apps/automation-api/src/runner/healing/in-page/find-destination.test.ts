import { expect, it } from 'vitest'
import { openTestPage } from '../../browser/test-page.ts'
import { takeFingerprint } from '../collect.ts'
import { hashName } from './read-name.ts'

const page = openTestPage()

async function read(attributes: string) {
  await page().setContent(`<base href="https://shop.example/a/b.html"><a id="it" ${attributes}>It</a>`)
  const { fingerprint } = await takeFingerprint(page().locator('#it'), { timeoutMs: 60_000 })
  return fingerprint.destination
}

it.each([
  ['href="/cart?size=l&color=red"', '/cart?color=red&size=l'],
  ['href="/cart?utm_source=mail&sid=5&id=7"', '/cart?id=7'],
  ['href="/cart?key=Zm9vYmFyYmF6cXV4MTIzNDU"', '/cart'],
  ['href="c.html#top"', '/a/c.html#top'],
  ['href="#top"', '#top'],
  ['href="/help/index.php"', '/help/'],
  ['href="https://www.other.example/x"', 'other.example/x'],
  ['href="MAILTO:a@b.example?subject=Hi"', 'mailto:a@b.example'],
])('a link with %s leads to %s', async (attributes, address) => {
  expect(await read(attributes)).toBe(hashName(address))
})

it.each(['href="#"', 'href=""', 'href="javascript:go()"', 'role="button"'])(
  'a link with %s leads nowhere',
  async (attributes) => {
    expect(await read(attributes)).toBe('')
  },
)
