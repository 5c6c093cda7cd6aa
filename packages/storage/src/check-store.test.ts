import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkStore } from './check-store.ts'
import { createObjectStore } from './create-object-store.ts'
import { parseStorageUrl } from './parse-storage-url.ts'
import { startTestObjectStore, type TestObjectStore } from './testing/test-object-store.ts'

let store: TestObjectStore
beforeAll(async () => {
  store = await startTestObjectStore()
})
afterAll(() => store.close())

test('a store that takes a write is found to work, and checks leave one object', async () => {
  expect(await checkStore(store)()).toBeUndefined()
  expect(await checkStore(store)()).toBeUndefined()
  expect(await store.list()).toEqual(['readiness'])
})

test('a store that refuses a write is found not to work, with what it answers', async () => {
  const other = createObjectStore(parseStorageUrl(store.url.replace(/kept$/, 'missing')))
  try {
    expect(await checkStore(other)()).toBe(
      'the object store cannot be written to: the object store answers PUT with 404 NoSuchBucket',
    )
  } finally {
    await other.close()
  }
})
