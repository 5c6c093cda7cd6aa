import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** What a process has used, with all its child processes. */
export interface ProcessUse {
  /** The most memory at a time: what is theirs alone, and for those below 256 MiB their share of what several use (PSS). */
  mebibytes: number
  /** Processors in use, on average. */
  processors: number
}

const everyMs = 500
const mebibyte = 2 ** 20
const pageBytes = 4096
const largeBytes = 256 * mebibyte
// Of Linux, for all programs (`getconf CLK_TCK`).
const ticksPerSecond = 100

/** Watches processes until `over`. */
export async function watchProcesses(
  pids: Map<string, number>,
  over: AbortSignal,
): Promise<Map<string, ProcessUse>> {
  const uses = new Map([...pids.keys()].map((name) => [name, { mebibytes: 0, processors: 0 }]))
  const startedAt = performance.now()
  let before: Map<number, Seen> | undefined
  while (!over.aborted) {
    const seen = await readProcesses()
    for (const [name, pid] of pids) {
      const use = uses.get(name)!
      const all = [...seen.keys()].filter((each) => each === pid || isBelow(seen, each, pid))
      use.mebibytes = Math.max(use.mebibytes, sum(await Promise.all(all.map(readSize))) / mebibyte)
      // A process that ends takes the end of its count with it.
      if (before)
        use.processors += sum(all.map((each) => seen.get(each)!.ticks - (before!.get(each)?.ticks ?? 0)))
    }
    before = seen
    await setTimeout(everyMs)
  }
  const ticks = ((performance.now() - startedAt) / 1000) * ticksPerSecond
  for (const use of uses.values()) use.processors /= ticks
  return uses
}

interface Seen {
  parent: number
  /** Of processor time since it was started. */
  ticks: number
}

async function readProcesses(): Promise<Map<number, Seen>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const seen = new Map<number, Seen>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name of the program, in parentheses, may hold anything, so what follows is counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (stat !== '')
      seen.set(pid, { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
  }
  return seen
}

function isBelow(seen: Map<number, Seen>, pid: number, ancestor: number): boolean {
  for (let at = seen.get(pid)?.parent; at; at = seen.get(at)?.parent) if (at === ancestor) return true
  return false
}

async function readSize(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  const [, resident = 0, shared = 0] = statm.split(' ').map((pages) => Number(pages) * pageBytes)
  // Looking at each page of gigabytes would itself be a neighbour that takes the processor.
  if (resident > largeBytes) return resident - shared
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
