import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readMemory, type TreeUse } from './process-tree.ts'

/** The control group of one browser, which all its processes stay in. */
export interface ControlGroup {
  /** The words before a command that start it in the group. */
  enter: string[]
  /** The limit at which the kernel has ended or refused a process of the group. */
  findExcess: () => 'memory' | 'tasks' | undefined
  /** What its processes use. */
  readUse: () => TreeUse
  /** Kills every process of the group, and removes it. */
  end: () => Promise<void>
}

export interface GroupLimits {
  memoryMebibytes: number
  /** Processes and threads. */
  tasks: number
}

/** A browser has some 250 tasks. */
const mostTasks = 4096

/**
 * What stops a browser that grows faster than its use is read, and so above the bounds of a run, which end it with a
 * reason. Its files are memory too.
 */
export const limitsAround = ({
  memoryMebibytes,
  diskMebibytes,
}: {
  memoryMebibytes: number
  diskMebibytes: number
}): GroupLimits => ({ memoryMebibytes: memoryMebibytes + 3 * diskMebibytes, tasks: mostTasks })

export interface ControlGroups {
  /** What the kernel limits here: those of `memory`, `pids` and `cpu` that are delegated to this process. */
  controllers: string[]
  open: (limits: GroupLimits) => ControlGroup
}

const wanted = new Set(['memory', 'pids', 'cpu'])
// A quarter of what a group of the same parent has that nobody has set: pages can use every processor they get.
const cpuWeight = 25
const goneWithinMs = 5_000
const lookEveryMs = 20
let opened = 0

/**
 * Control groups (version 2) for browsers, where the system lets this process make some: as root, or in a group that is
 * delegated to its user, such as a systemd unit's with `Delegate=yes`. A text says why there are none.
 *
 * @param directory of a delegated group; by default the process's own, or for root the topmost
 */
export function findControlGroups(directory?: string): ControlGroups | string {
  try {
    const own = findOwn()
    const parent = directory ?? (process.getuid?.() === 0 ? own.mount : own.directory)
    accessSync(join(parent, 'cgroup.procs'), constants.W_OK)
    // A group with processes of its own cannot give controllers to the groups in it, except for the topmost.
    if (parent === own.directory && existsSync(join(parent, 'cgroup.type'))) moveInto(join(parent, 'runner'))
    removeStale(parent)
    delegate(parent)
    const group = join(parent, `waypost-${process.pid}`)
    mkdirSync(group, { recursive: true })
    delegate(group)
    const controllers = read(group, 'cgroup.subtree_control')
      .split(/\s+/)
      .filter((name) => wanted.has(name))
    return {
      controllers,
      open: (limits) => open(join(group, `browser-${(opened += 1)}`), controllers, limits),
    }
  } catch (error) {
    return `no control groups: ${(error as Error).message}`
  }
}

function open(
  directory: string,
  controllers: string[],
  { memoryMebibytes, tasks }: GroupLimits,
): ControlGroup {
  mkdirSync(directory)
  const set = (file: string, value: string) => writeFileSync(join(directory, file), value)
  if (controllers.includes('memory')) {
    set('memory.max', String(memoryMebibytes * 2 ** 20))
    // All of the browser ends with the process that was over the limit.
    set('memory.oom.group', '1')
    if (existsSync(join(directory, 'memory.swap.max'))) set('memory.swap.max', '0')
  }
  if (controllers.includes('pids')) set('pids.max', String(tasks))
  if (controllers.includes('cpu')) set('cpu.weight', String(cpuWeight))
  return {
    enter: ['sh', '-c', 'echo $$ > "$0" && exec "$@"', join(directory, 'cgroup.procs')],
    findExcess() {
      if (readValue(directory, 'memory.events', 'oom_kill') > 0) return 'memory'
      return readValue(directory, 'pids.events', 'max') > 0 ? 'tasks' : undefined
    },
    readUse() {
      const pids = (read(directory, 'cgroup.procs').match(/\d+/g) ?? []).map(Number)
      return {
        pids,
        memoryBytes: pids.reduce((sum, pid) => sum + readMemory(pid), 0),
        cpuSeconds: readValue(directory, 'cpu.stat', 'usage_usec') / 1_000_000,
      }
    },
    async end() {
      const deadlineAt = performance.now() + goneWithinMs
      // Newer than version 2 itself; the browser's process group has been killed in any case.
      if (existsSync(join(directory, 'cgroup.kill'))) set('cgroup.kill', '1')
      while (readValue(directory, 'cgroup.events', 'populated') > 0 && performance.now() < deadlineAt)
        await setTimeout(lookEveryMs)
      remove(directory)
    },
  }
}

function findOwn(): { mount: string; directory: string } {
  const line = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((each) => each.includes(' - cgroup2 '))
  if (line === undefined) throw new Error('the system has none of version 2')
  const [, , , root = '/', mount = ''] = line.split(' ')
  const path = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
  return { mount, directory: join(mount, root === '/' ? path : path.slice(root.length)) }
}

function moveInto(directory: string): void {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'cgroup.procs'), String(process.pid))
}

/** Passes on those controllers that the group has itself. */
function delegate(directory: string): void {
  for (const controller of read(directory, 'cgroup.controllers').split(/\s+/)) {
    if (!wanted.has(controller)) continue
    try {
      writeFileSync(join(directory, 'cgroup.subtree_control'), `+${controller}`)
    } catch {
      // Others are in the group too: it limits nothing then, but its processes end together.
    }
  }
}

/** Processes that were killed leave their groups, without processes, behind. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const directory = join(parent, name)
    if (!/^waypost-\d+$/.test(name) || readValue(directory, 'cgroup.events', 'populated') > 0) continue
    if (existsSync(`/proc/${name.slice('waypost-'.length)}`)) continue
    for (const child of readdirSync(directory))
      if (child.startsWith('browser-')) remove(join(directory, child))
    remove(directory)
  }
}

function remove(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // Another process has removed it, or one of its processes cannot end yet: it is removed at a later start.
  }
}

function readValue(directory: string, file: string, name: string): number {
  const lines = read(directory, file).split('\n')
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0)
}

function read(directory: string, file: string): string {
  try {
    return readFileSync(join(directory, file), 'utf8')
  } catch {
    return ''
  }
}
