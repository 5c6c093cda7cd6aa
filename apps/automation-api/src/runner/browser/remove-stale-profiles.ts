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
  if (names.length === 0) return
  const commandLines = await readCommandLines()
  for (const name of names) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => undefined)
    const isSettled = found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > settledAfterMs
    if (isSettled && !commandLines.some((line) => line.includes(path))) {
      await rm(path, { recursive: true, force: true }).catch(() => {})
    }
  }
}

async function readCommandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
}
