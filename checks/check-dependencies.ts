import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkDependencies } from './dependencies/check-dependencies.ts'
import { checkNodeVersion } from './dependencies/check-node-version.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
// packages/testing is not part of any process. Directories below an app are bundled for browsers.
const manifests = ['apps/*/package.json', 'apps/*/web/package.json', 'packages/*/package.json']
const directories = globSync(manifests, { cwd: root })
  .map((manifest) => path.dirname(manifest))
  .filter((directory) => path.basename(directory) !== 'testing')
const { count, issues } = checkDependencies(
  directories.map((directory) => path.join(root, directory)),
  path.join(root, 'pnpm-lock.yaml'),
)
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
issues.push(...checkNodeVersion(read('pnpm-workspace.yaml'), read('package.json')))
for (const issue of issues) process.stderr.write(`${issue}\n`)
if (issues.length > 0) process.exitCode = 1
else process.stdout.write(`${count} packages at run time: licences and origins are in order.\n`)
