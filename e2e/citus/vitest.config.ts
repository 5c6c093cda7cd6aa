import { defineConfig } from 'vitest/config'

/** The product on a Citus cluster: `CITUS_URL` is an empty database on its coordinator, by the login that owns it. */
export default defineConfig({
  // Packages of this repository as they are written, not as they are published.
  ssr: { resolve: { conditions: ['@waypost/source'] } },
  test: {
    include: ['e2e/citus/*.peer.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
