import { defineConfig } from 'vitest/config'

/** Tests of the whole product as `start` starts it, and of its dashboard in a real browser. */
export default defineConfig({
  test: {
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'start',
          include: ['e2e/*.test.ts'],
          globalSetup: ['stack/test-server.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Packages of this repository as they are written, not as they are published.
        ssr: { resolve: { conditions: ['@waypost/source'] } },
        test: {
          name: 'dashboard',
          include: ['e2e/dashboard/*.test.ts'],
          // All files share one stack; each story has its own account.
          globalSetup: ['e2e/dashboard/share-stack.ts'],
          // A story takes seconds on an idle machine; a busy machine slows browsers down first.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
