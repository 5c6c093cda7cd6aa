import { expect, it } from 'vitest'
import { findKnownUrl } from './find-known-url.ts'

it.each([
  ['https://shop.test/a?b=c', 'https://shop.test/a?b=c'],
  ['https://shop.test/${path}?q=${query}', 'https://shop.test/a?q=a'],
  ['https://shop.test/$${path}', 'https://shop.test/$%7Bpath%7D'],
  ['https://${host}/', undefined],
  ['https://shop.${tld}/', undefined],
  ['https://shop.test${rest}', undefined],
  ['https://shop.test:80${port}/', undefined],
  ['${address}', undefined],
])('the site of a URL is known when no variable can change it: %s', (url, known) => {
  expect(findKnownUrl(url)).toBe(known)
})
