import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDeadReferences } from './find-dead-references.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'waypost-documents-'))
  mkdirSync(path.join(root, 'apps/shop/src/orders'), { recursive: true })
  writeFileSync(path.join(root, 'apps/shop/src/orders/place-order.ts'), '')
  writeFileSync(path.join(root, 'GUIDE.md'), '# Guide\n\n## What “it” costs\n')
})
afterAll(() => rmSync(root, { recursive: true }))

function find(text: string): string[] {
  writeFileSync(path.join(root, 'PAGE.md'), text)
  return findDeadReferences(root, ['PAGE.md'], ['PAGE.md'])
}

test('a link leads to a file, a folder, a heading, or another site', () => {
  const links = ['GUIDE.md', 'apps/shop', 'GUIDE.md#what-it-costs', '#here', 'https://example.com/gone']
  expect(find(`# Here\n${links.map((link) => `[x](${link})`).join(' ')}`)).toEqual([])
  expect(find('[x](GONE.md) [y](GUIDE.md#what-it-cost)')).toEqual([
    'PAGE.md: GONE.md is not there',
    'PAGE.md: GUIDE.md#what-it-cost is not there',
  ])
})

test('a path in a map starts at the root or within an app', () => {
  expect(find('`apps/shop/src/orders/` `orders/place-order.ts` `<noun>/routes.ts` `text/html`')).toEqual([])
  expect(find('`orders/take-order.ts` `apps/shop/src/carts/`')).toEqual([
    'PAGE.md: orders/take-order.ts is not there',
    'PAGE.md: apps/shop/src/carts/ is not there',
  ])
})
