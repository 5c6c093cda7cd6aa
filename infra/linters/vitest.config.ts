import { defineConfig } from 'vitest/config'

/** The manifests by the judgement of linters, which are no packages of npm: CONTRIBUTING.md says where they come from. */
export default defineConfig({
  test: {
    include: ['infra/linters/*.linter.ts'],
    reporters: ['default', './packages/testing/src/vitest/summary-reporter.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
