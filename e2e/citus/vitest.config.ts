import { defineConfig } from 'vitest/config'

/**
 * The product on a Citus cluster: `CITUS_URL` is an empty database on its coordinator, by the login that owns it, and `CITUS_URLS` are
 * superusers of the coordinator and of two workers.
 */
export default defineConfig({
  // Packages of this repository as they are written, not as they are published.
  ssr: { resolve: { conditions: ['@waypost/source'] } },
  test: {
    include: ['e2e/citus/*.peer.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    // The roles are the cluster's: two databases cannot create them at once.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
