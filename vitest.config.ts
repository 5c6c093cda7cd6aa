import { defineConfig } from 'vitest/config'

// One more than the two cores that the suite is meant for: tests wait for browsers and timers half of their time. Projects
// that run together have to agree on it.
const maxWorkers = 3

export default defineConfig({
  test: {
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    projects: [
      {
        // Packages of this repository as they are written, not as they are published.
        ssr: { resolve: { conditions: ['@waypost/source'] } },
        test: {
          name: 'services',
          include: ['{apps,bench,checks,contract,infra,operator,packages,stack}/**/*.test.ts'],
          exclude: ['apps/dashboard/web/**', '**/node_modules/**'],
          globalSetup: ['stack/test-server.ts'],
          // Files share a worker: each has a database of its own, and no module keeps state between them.
          isolate: false,
          maxWorkers,
          // They only end what hangs: at a load of fifty everything takes thirty times as long.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
      'apps/dashboard/web/vitest.config.ts',
    ],
  },
})
