import { defineConfig } from 'vitest/config'
import { readEnv } from './env.ts'

const isRemote = readEnv().BASE_URL !== undefined

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts'],
    globalSetup: [isRemote ? 'contract/register-people.ts' : 'stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    isolate: false,
    // The same two accounts of the service at BASE_URL are used by every file, and their limits are shared: one file at a time.
    fileParallelism: !isRemote,
    maxWorkers: isRemote ? 1 : 2,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
