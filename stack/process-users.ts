import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How a process is started as a user of its own. */
export interface ProcessUser {
  uid: number
  gid: number
  /** Where that user cannot enter this directory: a place at which only that process sees it. */
  mount?: { directory: string; at: string }
}

export interface ProcessUsers {
  /** The user of the process with this number; undefined: this process's own. */
  userOf: (index: number) => ProcessUser | undefined
  close: () => void
}

// No system gives them to anybody.
const firstId = 61_210
const plain = (index: number): ProcessUser => ({ uid: firstId + index, gid: firstId + index })

/**
 * Root starts each process as a user of its own, so that none can read another's memory, files or environment, and
 * Chromium's sandbox works. Where these users cannot enter this directory, each process gets it at another place, in a mount
 * namespace of its own: nobody else sees it there.
 *
 * @param directory what these users must be able to read
 *
 * @param say is told where the system allows neither: then every process runs as root
 */
export function chooseProcessUsers(directory: string, say: (line: string) => void): ProcessUsers {
  const asThisUser = { userOf: () => undefined, close: () => {} }
  if (process.getuid?.() !== 0) return asThisUser
  if (canRead(directory, plain(0))) return { userOf: plain, close: () => {} }
  const at = mkdtempSync(path.join(tmpdir(), 'waypost-'))
  chmodSync(at, 0o755)
  const close = () => rmdirSync(at)
  const mounted = (index: number) => ({ ...plain(index), mount: { directory, at } })
  if (canRead(directory, mounted(0))) return { userOf: mounted, close }
  close()
  say(
    'The processes run as root, because other users cannot enter this directory, and it cannot be mounted for them. Start Waypost as another user, or from a directory that everybody may enter.',
  )
  return asThisUser
}

/** How `fork` starts a script as a user. */
export interface Launch {
  script: string
  options: { uid?: number; gid?: number; execPath?: string; execArgv?: string[] }
}

// The mount ends with the last process that sees it.
const enter = `mount --bind "$0" "$1" && cd "$1" &&
  exec setpriv --reuid="$2" --regid="$2" --clear-groups -- "$3" "$4"`
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function launchAs({ uid, gid, mount }: ProcessUser, script: string): Launch {
  if (!mount) return { script, options: { uid, gid } }
  const { directory, at } = mount
  const move = (file: string) => (file.startsWith(`${directory}/`) ? at + file.slice(directory.length) : file)
  const words = ['--mount', 'sh', '-c', enter, directory, at, String(uid), move(process.execPath)]
  return { script: move(script), options: { execPath: 'unshare', execArgv: words } }
}

/** Whether a script in the directory can be started. This one does nothing. */
function canRead(directory: string, user: ProcessUser): boolean {
  const { script, options } = launchAs(user, path.join(directory, 'stack/process-users.ts'))
  const { execPath = process.execPath, execArgv = [], ...own } = options
  const asked = { ...own, stdio: 'ignore', cwd: '/', env: { PATH: searchPath } } as const
  return spawnSync(execPath, [...execArgv, script], asked).status === 0
}
