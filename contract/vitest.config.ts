import { defineConfig } from 'vitest/config'
import { readEnv } from './env.ts'

const isRemote = readEnv().BASE_URL !== undefined

export default defineConfig({
  test: {
    include: ['contract/**/*.test.ts'],
    globalSetup: [isRemote ? 'contract/register-people.ts' : 'stack/test-server.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    isolate: false,
    // Somebody else's service is asked one thing at a time, by the same two people throughout.
    fileParallelism: !isRemote,
    maxWorkers: isRemote ? 1 : 2,
    testTimeout: isRemote ? 120_000 : 20_000,
    hookTimeout: 60_000,
  },
})
