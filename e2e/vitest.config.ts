import { defineConfig } from 'vitest/config'

/** The dashboard in a real browser, on the whole started stack. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
})
