import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findDeadReferences } from './documents/find-dead-references.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'sdks/*/README.md'], { cwd: root })
const issues = findDeadReferences(root, pages, ['CONTRIBUTING.md', 'docs/ARCHITECTURE.md'])
for (const issue of issues) process.stderr.write(`${issue}\n`)
if (issues.length > 0) process.exitCode = 1
else process.stdout.write(`${pages.length} pages lead to what is there.\n`)
