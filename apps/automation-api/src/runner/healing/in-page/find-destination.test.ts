import { expect, it } from 'vitest'
import { openTestPage } from '../../browser/test-page.ts'
import { takeFingerprint } from '../collect.ts'
import { hashName } from './read-name.ts'

const page = openTestPage()

const read = (attributes: string) => readElement(`<a id="it" ${attributes}>It</a>`)

async function readElement(element: string) {
  await page().setContent(`<base href="https://shop.example/a/b.html">${element}`)
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

it.each([
  ['a button with an address of its own', '<button id="it" formaction="c.php?id=7">It</button>'],
  ['a link in a drawing', '<svg><a id="it" href="c.php?id=7"><text y="20">It</text></a></svg>'],
])('%s leads there', async (_what, element) => {
  expect(await readElement(element)).toBe(hashName('/a/c.php?id=7'))
})
