import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('..', import.meta.url))
const directory = path.join(repository, 'apps/dashboard/web')
// The sources of the app, the API client that it uses, and the lockfile of its libraries.
const sourcePatterns = [
  'apps/dashboard/web/**/*.{ts,tsx,css,html,svg,json}',
  'packages/sdk/src/**/*.ts',
  'pnpm-lock.yaml',
]
const built = path.join(directory, 'dist')
const stampName = 'sources.sha256'
const run = promisify(execFile)

/** Builds the browser app of the dashboard, unless the existing build has the same sources. */
export async function buildDashboard(say: (line: string) => void): Promise<void> {
  const sources = await hashSources()
  if (await isBuiltOf(sources)) return
  say('Building the dashboard …')
  // Built in another folder and then moved in one step, so that no user is ever served a mix of two builds.
  const fresh = path.join(directory, 'node_modules', `.dist-${process.pid}`)
  try {
    await run('vite', ['build', '--outDir', fresh, '--logLevel', 'warn'], {
      cwd: directory,
      env: buildEnvironment(),
    })
    await writeFile(path.join(fresh, stampName), sources)
    await rm(built, { recursive: true, force: true })
    await rename(fresh, built)
  } catch (error) {
    // Another start may have finished its build first.
    if (!(await isBuiltOf(sources))) throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

const isBuiltOf = async (sources: string) =>
  (await readFile(path.join(built, stampName), 'utf8').catch(() => '')) === sources

// The package's own vite, run by the current Node.
const buildEnvironment = () => ({
  NODE_ENV: 'production',
  PATH: [path.join(directory, 'node_modules/.bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(
    path.delimiter,
  ),
})

const isOutput = (name: string) => /(^|\/)(dist|node_modules)$/.test(name)

async function hashSources(): Promise<string> {
  const names: string[] = []
  for await (const name of glob(sourcePatterns, { cwd: repository, exclude: isOutput })) names.push(name)
  const hash = createHash('sha256')
  for (const name of names.toSorted()) hash.update(name).update(await readFile(path.join(repository, name)))
  return hash.digest('hex')
}
