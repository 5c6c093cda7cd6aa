import type { BrowserRun } from '../browser/browser-pool.ts'
import type { ControlGroup } from './control-groups.ts'
import { findFullDisk } from './find-full-disk.ts'
import { lowerPriority } from './lower-priority.ts'
import { readTreeUse, type TreeUse } from './process-tree.ts'

/** What one run may use, over all processes of its browser. */
export interface RunBounds {
  memoryMebibytes: number
  cpuSeconds: number
  processes: number
  windows: number
  trafficMebibytes: number
}

export const usualBounds: RunBounds = {
  memoryMebibytes: 2048,
  cpuSeconds: 600,
  processes: 150,
  windows: 20,
  trafficMebibytes: 1024,
}

const mebibyte = 2 ** 20
const everyMs = 250
/** Of processor time, twice what an ordinary run uses. */
const lowersAfterSeconds = 1

type BoundedRun = Pick<BrowserRun, 'context' | 'pid' | 'traffic' | 'group'>

/** Calls `exceeded` once, with the reason, when a run has used more than it may. */
export function boundUse(
  bounds: RunBounds,
  run: BoundedRun,
  exceeded: (reason: string) => void,
): { stop: () => void } {
  const timer = setInterval(() => {
    const reason = findExcess(bounds, run)
    if (reason === undefined) return
    clearInterval(timer)
    exceeded(reason)
  }, everyMs).unref()
  return { stop: () => clearInterval(timer) }
}

/** The reason why a run uses, or has used, more than it may. */
export function findExcess(
  bounds: RunBounds,
  { context, pid, traffic, group }: BoundedRun,
): string | undefined {
  if (context.pages().length > bounds.windows) return `The run opened more than ${bounds.windows} windows`
  if ((traffic()?.bytes ?? 0) > bounds.trafficMebibytes * mebibyte)
    return `The run transferred more than ${bounds.trafficMebibytes} MiB`
  return pid === undefined ? undefined : boundTree(bounds, pid, group)
}

/**
 * The reason why a process and all that it has started use more than they may; undefined where they do not, and where
 * the system does not tell. Those that use much processor time go on at a lower priority.
 */
export function boundTree(bounds: RunBounds, pid: number, group?: ControlGroup): string | undefined {
  const limit = group?.findExcess()
  if (limit === 'memory') return `The run used more than ${bounds.memoryMebibytes} MiB of memory`
  if (limit === 'tasks') return `The run started more than ${bounds.processes} processes`
  const tree = readUse(pid, group)
  if (!tree) return undefined
  if (tree.cpuSeconds > lowersAfterSeconds) lowerPriority(tree.pids)
  if (tree.memoryBytes > bounds.memoryMebibytes * mebibyte)
    return `The run used more than ${bounds.memoryMebibytes} MiB of memory`
  if (tree.cpuSeconds > bounds.cpuSeconds)
    return `The run used more than ${bounds.cpuSeconds} s of processor time`
  if (tree.pids.length > bounds.processes) return `The run started more than ${bounds.processes} processes`
  const fullMebibytes = findFullDisk(tree.pids)
  return fullMebibytes === undefined ? undefined : `The run stored more than ${fullMebibytes} MiB of files`
}

/** A control group tells its processes; without one, all of the machine's are looked through. */
function readUse(pid: number, group: ControlGroup | undefined): TreeUse | undefined {
  if (group) return group.readUse()
  return process.platform === 'linux' ? readTreeUse(pid) : undefined
}
