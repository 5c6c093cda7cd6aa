import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

const everyMs = 500
const mebibyte = 2 ** 20
// Of Linux, for all programs (`getconf CLK_TCK`).
const ticksPerSecond = 100

/**
 * Reads the memory of processes with all their child processes until `over`: what is theirs alone, and their share of
 * what several use (PSS).
 *
 * @returns the most that each had, in MiB
 */
export async function watchMemory(
  pids: Map<string, number>,
  over: AbortSignal,
): Promise<Map<string, number>> {
  const most = new Map<string, number>()
  while (!over.aborted) {
    const parents = await readParents()
    for (const [name, pid] of pids) {
      const below = [...parents.keys()].filter((each) => isBelow(parents, each, pid))
      const sizes = await Promise.all([pid, ...below].map(readSize))
      const sum = sizes.reduce((total, size) => total + size, 0) / mebibyte
      most.set(name, Math.max(most.get(name) ?? 0, sum))
    }
    await setTimeout(everyMs)
  }
  return most
}

async function readProcesses(): Promise<{ parents: Map<number, number>; ticksOf: Map<number, number> }> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  const ticksOf = new Map<number, number>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    parents.set(pid, Number(fields[1]))
    ticksOf.set(pid, Number(fields[11]) + Number(fields[12]))
  }
  return { parents, ticksOf }
}

function isBelow(parents: Map<number, number>, pid: number, ancestor: number): boolean {
  for (let at = parents.get(pid); at; at = parents.get(at)) if (at === ancestor) return true
  return false
}

async function readSize(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
}
