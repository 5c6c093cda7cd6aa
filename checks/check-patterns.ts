import { fileURLToPath } from 'node:url'
import { checkPatterns } from './patterns/check-patterns.ts'
import { loaded, reviewed } from './patterns/composed-patterns.ts'

const { count, issues } = await checkPatterns({
  root: fileURLToPath(new URL('../', import.meta.url)),
  files: [
    'apps/*/src/**/*.ts',
    'apps/*/server/**/*.ts',
    'apps/*/web/**/*.{ts,tsx}',
    'packages/*/src/**/*.ts',
  ],
  loaded,
  reviewed,
})
for (const issue of issues) process.stderr.write(`${issue}\n`)
if (issues.length > 0) process.exitCode = 1
else process.stdout.write(`${count} regular expressions: each takes linear time.\n`)
