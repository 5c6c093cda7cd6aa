import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { FoundChromium } from '../browser/find-chromium.ts'
import type { ControlGroup } from './control-groups.ts'
import { type Jail, unshared } from './find-jail.ts'

const mebibyte = 2 ** 20
/** The temp directory within a jail, whatever the machine's is. */
export const jailTempDirectory = '/tmp'
/**
 * Processes and threads; a browser has about 250. Linux (from 5.14) counts those of a user namespace apart: each jail has a limit of
 * its own then, so that one that starts as many as it can leaves the others theirs.
 */
const mostTasks = { ofOne: 4096, ofAll: 32_768 }

/**
 * The words before a browser's command that start it in its jail: it sees the system's programs, processes and shared
 * memory of its own, a temp directory that ends with it, and the network that `networkPid` holds (without it,
 * the machine's). It is in `group` before it is anything else.
 */
export function jailCommand(
  { asUser, system }: Jail,
  { executablePath, env }: FoundChromium,
  {
    networkPid,
    diskMebibytes,
    group,
  }: { networkPid?: number; diskMebibytes: number; group?: ControlGroup | undefined },
): string[] {
  const program = dirname(executablePath)
  const size = String(diskMebibytes * mebibyte)
  const variables = Object.entries({ ...env, HOME: jailTempDirectory, TMPDIR: jailTempDirectory })
  return [
    group?.enter ?? [],
    asUser,
    ['prlimit', `--nproc=${mostTasks.ofAll}`, '--core=0'],
    networkPid === undefined
      ? []
      : ['nsenter', '--user', '--net', '--preserve-credentials', `--target=${networkPid}`],
    ['bwrap', ...unshared, '--uid', '1000', '--gid', '1000', '--hostname', 'browser'],
    // Whoever starts it has begun a session, which has a low priority.
    ['--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
    variables.flatMap(([name, value]) => ['--setenv', name, value]),
    system,
    ['--proc', '/proc', '--dev', '/dev'],
    [jailTempDirectory, '/dev/shm', ...ownDirectory()].flatMap((name) => ['--size', size, '--tmpfs', name]),
    ['--ro-bind', program, program, '--chdir', jailTempDirectory],
    // Both are in memory, and of no bounded size.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['prlimit', `--nproc=${mostTasks.ofOne}`],
  ].flat()
}

/** Playwright names the directory of the profile, below this process's temp directory. */
const ownDirectory = (): string[] => (`${tmpdir()}/`.startsWith(`${jailTempDirectory}/`) ? [] : [tmpdir()])
