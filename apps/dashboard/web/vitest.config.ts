import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'

/** The pages in jsdom, each with the whole app around it; what they ask for is answered in the test. */
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
    testTimeout: 20_000,
  },
})
