import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from './test-app.ts'

interface Bed {
  service: TestApp
  /** A new one for each test: what an earlier test read may be logged, or sent, a moment later. */
  account: string
  /** Headers of an API key of the account. */
  key: { authorization: string }
}

/** For tests: a service for the file, and for each test an account of its own, with a key. */
export function openAccountBed(): Bed {
  const bed = {} as Bed
  let accounts = 0
  beforeAll(async () => {
    bed.service = await startTestApp()
  })
  afterAll(() => bed.service.close())
  beforeEach(async () => {
    accounts += 1
    bed.account = `ada-${accounts}`
    bed.key = await bed.service.key(bed.account)
  })
  return bed
}
