import { execFile } from 'node:child_process'
import { lstat, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { type ControlGroups, findControlGroups } from './control-groups.ts'

/** What separates a browser from the rest of the machine. */
export interface Jail {
  /** In words, for the operator. */
  description: string
  /** The words before a command that start it as the browsers' user. Empty where that is this process's. */
  asUser: string[]
  /** Arguments of `bwrap` that show a process the system's programs and nothing else. */
  system: string[]
  /** Absent where the system lets this process make none. */
  groups?: ControlGroups
}

const run = promisify(execFile)
const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const linked = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const shown = ['/usr', '/opt', '/nix', '/etc/alternatives', '/etc/chromium', '/etc/chromium.d', '/etc/fonts']
const files = ['/etc/ld.so.cache', '/etc/localtime', '/var/cache/fontconfig']

/**
 * The jail that this machine allows, by bubblewrap and util-linux. A text says why there is none: then Chromium's own
 * sandbox and the run's proxy are all that stands between a page and the machine.
 *
 * @param groupDirectory a control group that is delegated to this process
 */
export async function findJail(groupDirectory?: string): Promise<Jail | string> {
  if (process.platform !== 'linux') return `no jail: ${process.platform} has no namespaces`
  const asUser = process.getuid?.() === 0 ? nobody : []
  const system = await showSystem()
  const [command, ...args]: string[] = [...asUser, 'bwrap', ...unshared, ...system, '--proc', '/proc', 'true']
  try {
    await run(command!, args, { env: { PATH: path }, timeout: 10_000 })
    await run('nsenter', ['--version'], { env: { PATH: path } })
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string }
    const why = code === 'ENOENT' ? 'bubblewrap is not installed' : stderr.trim().split('\n')[0]
    return `no jail: ${why || String(error)}`
  }
  const user = asUser.length > 0 ? 'user 65534' : 'the user of the runner'
  const groups = findControlGroups(groupDirectory)
  return {
    description: `bubblewrap: user, pid, mount, network, ipc and uts namespaces of its own, as ${user}; ${describeGroups(groups)}`,
    asUser,
    system,
    ...(typeof groups === 'object' && { groups }),
  }
}

function describeGroups(groups: ControlGroups | string): string {
  if (typeof groups === 'string') return groups
  const { controllers } = groups
  return `control groups of its own${controllers.length > 0 ? `, with limits of ${controllers.join(', ')}` : ', without limits'}`
}

export const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
/** Everything but the network, which is entered. */
export const unshared = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts']

async function showSystem(): Promise<string[]> {
  const links = linked.map(async (directory) => {
    const found = await lstat(directory).catch(() => undefined)
    if (!found) return []
    // Most systems have merged these into /usr.
    if (found.isSymbolicLink()) return ['--symlink', await readlink(directory), directory]
    return ['--ro-bind', directory, directory]
  })
  const binds = [...shown, ...files].flatMap((name) => ['--ro-bind-try', name, name])
  return [...binds, ...(await Promise.all(links)).flat()]
}
