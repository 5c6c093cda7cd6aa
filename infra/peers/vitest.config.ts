import { defineConfig } from 'vitest/config'

/** Tests against a pooler of connections, from Debian's package pgbouncer. */
export default defineConfig({
  test: {
    include: ['infra/peers/*.peer.ts'],
    globalSetup: ['stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
