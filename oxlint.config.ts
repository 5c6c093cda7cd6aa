import { defineConfig } from 'oxlint'

// What may import what is in checks/walls.
export default defineConfig({
  plugins: ['typescript', 'import', 'node', 'promise', 'unicorn', 'oxc', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'node/no-process-env': 'error',
    'unicorn/no-process-exit': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': 'error',
    // What comes over a boundary is asserted to be what the boundary promises.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/restrict-template-expressions': 'off',
    // Objects here are closures, not classes: their functions need no `this`.
    'typescript/unbound-method': 'off',
    'typescript/require-array-sort-compare': 'off',
    'no-underscore-dangle': ['error', { allow: ['_id'] }],
    'promise/always-return': 'off',
    'oxc/no-map-spread': 'off',
    // Of Express; Fastify awaits its handlers.
    'oxc/no-async-endpoint-handlers': 'off',
    'import/no-unassigned-import': 'off',
    // Attempts, steps and migrations are sequential by nature.
    'no-await-in-loop': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // A test proves a guarantee with whatever reads best; vitest's stylistic rules add nothing to that.
    'vitest/require-mock-type-parameters': 'off',
    'vitest/no-conditional-tests': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    {
      files: [
        '**/env.ts',
        'packages/testing/**',
        'packages/postgres/src/testing/**',
        '**/*.test.ts',
        'stack/**',
        'e2e/**',
        'bench/**',
        'harness/**',
        'infra/bundles/**',
        'infra/tests/**',
        'operator/**',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['*.config.ts', 'packages/testing/src/vitest/**'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['stack/**', 'packages/http/src/process/run-process.ts'],
      rules: { 'unicorn/no-process-exit': 'off' },
    },
  ],
  ignorePatterns: ['node_modules', '.data', 'dist'],
})
