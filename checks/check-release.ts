import { fileURLToPath } from 'node:url'
import { readRelease } from './releases/read-release.ts'

// `node checks/check-release.ts v1.2.3` prints what the changelog says of a release, or why its tag does not fit.
const root = fileURLToPath(new URL('../', import.meta.url))
try {
  process.stdout.write(`${readRelease(root, process.argv[2] ?? '')}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
