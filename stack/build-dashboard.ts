import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const directory = fileURLToPath(new URL('../apps/dashboard/web', import.meta.url))
const lockfile = fileURLToPath(new URL('../pnpm-lock.yaml', import.meta.url))
const built = path.join(directory, 'dist')
const stampName = 'sources.sha256'
const run = promisify(execFile)

/** Builds the browser app of the dashboard, unless what is there was made of the same sources. */
export async function buildDashboard(say: (line: string) => void): Promise<void> {
  const sources = await hashSources()
  if (await isBuiltOf(sources)) return
  say('Building the dashboard …')
  // Elsewhere first, then in its place in one step: nobody is ever served half of each.
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
    // Another start may have been faster.
    if (!(await isBuiltOf(sources))) throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

const isBuiltOf = async (sources: string) =>
  (await readFile(path.join(built, stampName), 'utf8').catch(() => '')) === sources

// The package's own vite, run by the Node that runs this.
const buildEnvironment = () => ({
  NODE_ENV: 'production',
  PATH: [path.join(directory, 'node_modules/.bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(
    path.delimiter,
  ),
})

const isOutput = (name: string) => /^(dist|node_modules)/.test(name)

async function hashSources(): Promise<string> {
  const names: string[] = []
  for await (const name of glob('**/*.{ts,tsx,css,html,svg,json}', { cwd: directory, exclude: isOutput }))
    names.push(name)
  // What libraries it is built with, too.
  const hash = createHash('sha256').update(await readFile(lockfile))
  for (const name of names.toSorted()) hash.update(name).update(await readFile(path.join(directory, name)))
  return hash.digest('hex')
}
