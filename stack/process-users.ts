import { spawnSync } from 'node:child_process'

export interface ProcessUser {
  uid: number
  gid: number
}

// No system gives them to anybody.
const firstId = 61_210
const userOf = (index: number): ProcessUser => ({ uid: firstId + index, gid: firstId + index })

/**
 * Root starts each process as a user of its own, so that none can read another's memory, files or environment, and
 * Chromium's sandbox works.
 *
 * @param entry what these users must be able to read
 *
 * @returns the user of the process with this number; undefined for every process where this one is not root, or they
 * could not read `entry`, which `say` tells
 */
export function chooseProcessUsers(
  entry: string,
  say: (line: string) => void,
): (index: number) => ProcessUser | undefined {
  if (process.getuid?.() !== 0) return () => undefined
  const check = `fs.accessSync(${JSON.stringify(entry)}, fs.constants.R_OK)`
  const { status } = spawnSync(process.execPath, ['-e', check], { ...userOf(0), stdio: 'ignore', env: {} })
  if (status === 0) return userOf
  say(
    'The processes run as root, because other users cannot enter this directory. Start Waypost as another user, or from a directory that everybody may enter.',
  )
  return () => undefined
}
