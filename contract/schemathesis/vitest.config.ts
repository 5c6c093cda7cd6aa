import { defineConfig } from 'vitest/config'

/** Both services by their OpenAPI documents, against Schemathesis. It comes from PyPI, into a virtual environment in `.data`. */
export default defineConfig({
  test: {
    include: ['contract/*/schema.peer.ts'],
    globalSetup: ['stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
