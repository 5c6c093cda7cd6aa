import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** Tests of the pages in jsdom, each within the whole app. The tests provide the responses of the services. */
export default defineConfig({
  resolve: { conditions: ['@waypost/source', ...defaultClientConditions] },
  test: {
    name: 'pages',
    include: ['**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    setupFiles: ['testing/setup.ts'],
    isolate: false,
    // As in the other project, beside which these tests run.
    maxWorkers: 3,
    testTimeout: 600_000,
  },
})
