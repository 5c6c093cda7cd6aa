import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const prefix = 'playwright_chromiumdev_profile-'
const settledAfterMs = 60_000

/**
 * Removes the profiles of browsers whose process was killed. A profile in use is named on the command line of its
 * browser; a newly created one may not be yet. Linux only, where command lines can be read.
 */
export async function removeStaleProfiles(directory: string): Promise<void> {
  if (process.platform !== 'linux') return
  const names = (await readdir(directory)).filter((name) => name.startsWith(prefix))
  const paths = names.map((name) => join(directory, name))
  const settled = (
    await Promise.all(paths.map(async (path) => ((await isSettled(path)) ? [path] : [])))
  ).flat()
  if (settled.length === 0) return
  const commandLines = await readCommandLines()
  for (const path of settled) {
    if (commandLines.some((line) => line.includes(path))) continue
    await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function isSettled(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return (
    found !== undefined && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > settledAfterMs
  )
}

async function readCommandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}
