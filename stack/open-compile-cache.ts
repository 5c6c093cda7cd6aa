import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { ProcessDefinition } from './processes.ts'

/**
 * Where a process keeps its compiled code, with which it starts in half the time. What is there is run, so each process has
 * a directory of its own, where nobody else writes.
 *
 * @returns undefined where the process's user cannot reach the data directory
 */
export async function openCompileCache(
  dataDirectory: string,
  { name, user }: Pick<ProcessDefinition, 'name' | 'user'>,
): Promise<string | undefined> {
  if (user?.mount) return undefined
  const directory = path.resolve(dataDirectory, `compiled-${name}`)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (user) await chown(directory, user.uid, user.gid)
  return directory
}
