import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestDashboard, type TestDashboard } from './create-test-dashboard.ts'
import type { TestBrowser } from './test-browser.ts'

interface Bed {
  dashboard: TestDashboard
  /** A browser in which a new user has just signed up. */
  ada: TestBrowser
  /** The user's address, another one in each test. */
  email: string
  /** Of the test, for addresses of other users that no other test has. */
  number: number
}

/** For tests: an empty dashboard, and a user who has just signed up. */
export function openAccountBed(): Bed {
  const bed = { number: 0 } as Bed
  beforeAll(async () => {
    bed.dashboard = await createTestDashboard()
  })
  afterAll(() => bed.dashboard.close())
  beforeEach(async () => {
    await bed.dashboard.empty()
    bed.number += 1
    bed.email = `ada${bed.number}@example.com`
    bed.ada = await bed.dashboard.signUp(bed.email)
  })
  return bed
}
