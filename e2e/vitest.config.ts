import { defineConfig } from 'vitest/config'

/** The whole product as `start` starts it: the start itself, and the dashboard in a real browser on it. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    testTimeout: 20_000,
    hookTimeout: 120_000,
  },
})
