import { defineConfig } from 'vitest/config'

/**
 * Tests against other people's mail software, from Debian's packages: postfix, python3-dkim, python3-pip (which fetches the
 * corpus of messages), python3-spf, rspamd and swaks.
 */
export default defineConfig({
  test: {
    include: ['apps/alias-api/peers/*.peer.ts'],
    globalSetup: ['stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
