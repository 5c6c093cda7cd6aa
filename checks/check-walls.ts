import { fileURLToPath } from 'node:url'
import { findViolations } from './walls/find-violations.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = [
  'apps',
  'packages',
  'harness',
  'infra',
  'operator',
  'checks',
  'bench',
  'chaos',
  'contract',
  'e2e',
  'stack',
]
const { count, issues } = await findViolations(root, folders)
for (const issue of issues) process.stderr.write(`${issue}\n`)
if (issues.length > 0) process.exitCode = 1
else process.stdout.write(`${count} files import only what they may.\n`)
