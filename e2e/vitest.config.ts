import { defineConfig } from 'vitest/config'

/** The whole product as `start` starts it: the start itself, and the dashboard in a real browser on it. */
export default defineConfig({
  test: {
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'start',
          include: ['e2e/*.test.ts'],
          globalSetup: ['stack/test-server.ts'],
          testTimeout: 20_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dashboard',
          include: ['e2e/dashboard/*.test.ts'],
          // One product for all files: each story has an account of its own.
          globalSetup: ['e2e/dashboard/share-stack.ts'],
          // Seconds where nothing else runs; a browser is the first to feel that something does.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
