import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from './is-alive.ts'

/** Locks a data directory, so that only one stack uses it. Throws while another stack runs. */
export async function lockDataDirectory(dataDirectory: string): Promise<{ release(): Promise<void> }> {
  const file = path.join(dataDirectory, 'lock')
  const holder = Number(await readFile(file, 'utf8').catch(() => '0'))
  if (holder > 0 && isAlive(holder)) {
    throw new Error(`Waypost is already running on ${dataDirectory} (process ${holder}).`)
  }
  await writeFile(file, String(process.pid))
  return { release: () => rm(file, { force: true }) }
}
