import { expect, test } from 'vitest'
import { createFeed } from './create-feed.ts'

const { signal } = new AbortController()

test('a subscriber hears of each change since it last asked, and of nothing after it was closed', async () => {
  const feed = createFeed()
  const changes = feed.subscribe('mine')
  feed.announce('mine')
  feed.announce('mine')
  expect(await changes.next(60_000, signal)).toBe(true)
  feed.announce('other')
  expect(await changes.next(1, signal)).toBe(false)
  feed.announce()
  expect(await changes.next(60_000, signal)).toBe(true)
  changes.close()
  feed.announce('mine')
  expect(await changes.next(1, signal)).toBe(false)
})

test('closing a subscription twice leaves later subscribers of the same thing in place', async () => {
  const feed = createFeed()
  const earlier = feed.subscribe('mine')
  earlier.close()
  const later = feed.subscribe('mine')
  earlier.close()
  feed.announce('mine')
  expect(await later.next(1, signal)).toBe(true)
})
