import { readdirSync, readFileSync } from 'node:fs'

/** What a process and all that it has started use. */
export interface TreeUse {
  pids: number[]
  /** Memory that is not a file's, with memory shared between them counted for each. */
  memoryBytes: number
  /** With that of processes that have ended. */
  cpuSeconds: number
}

// As every Linux that Node supports has them.
const pageBytes = 4096
const ticksPerSecond = 100

interface Stat {
  parent: number
  cpuTicks: number
}

// Of all processes of the machine, which all runs of this process look through several times a second.
const keptMs = 200
let kept = { stats: new Map<number, Stat>(), readAt: -Infinity }

/**
 * Reads /proc: Linux only. Synchronous, because a read there takes some microseconds, and a turn of the loop longer. A
 * process that was started in the last 200 ms may be missing.
 */
export function readTreeUse(root: number): TreeUse | undefined {
  if (performance.now() - kept.readAt > keptMs || !kept.stats.has(root))
    kept = { stats: readStats(), readAt: performance.now() }
  const { stats } = kept
  if (!stats.has(root)) return undefined
  const use: TreeUse = { pids: [], memoryBytes: 0, cpuSeconds: 0 }
  for (const [pid, { cpuTicks }] of stats) {
    if (!isBelow(stats, pid, root)) continue
    use.pids.push(pid)
    use.cpuSeconds += cpuTicks / ticksPerSecond
    use.memoryBytes += readMemory(pid)
  }
  return use
}

function readStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const stat = pid > 0 ? readStat(pid) : undefined
    if (stat) stats.set(pid, stat)
  }
  return stats
}

function isBelow(stats: Map<number, Stat>, pid: number, root: number): boolean {
  for (let at = pid; at > 1; at = stats.get(at)?.parent ?? 0) if (at === root) return true
  return false
}

function readStat(pid: number): Stat | undefined {
  const text = read(`/proc/${pid}/stat`)
  // The second field is the name, which may contain anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), cpuTicks: ticks }
}

/** Of one process, in bytes; 0 once it has ended. */
export function readMemory(pid: number): number {
  const [, resident = 0, shared = 0] = (read(`/proc/${pid}/statm`) ?? '').split(' ').map(Number)
  return (resident - shared) * pageBytes
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}
