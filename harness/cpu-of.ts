import { readdir, readFile } from 'node:fs/promises'

// USER_HZ is 100 on every Linux that this runs on.
const tickMs = 10

interface Process {
  parent: number
  /** Its CPU time and that of its ended descendants that it has waited for, in ms. */
  ms: number
}

/** The CPU time of a process and its descendants, in ms; of ended ones, only where their parent has waited for them. */
export async function cpuOf(pid: number): Promise<number> {
  const all = await listProcesses()
  return [pid, ...descendantsOf(pid, all)].reduce((sum, each) => sum + (all.get(each)?.ms ?? 0), 0)
}

/**
 * The CPU time of the descendants of this process by program, in ms, as in `cpuOf`.
 *
 * @param programs by what their command lines match, the first that does
 */
export async function cpuByProgram<Name extends string>(
  programs: Record<Name, RegExp>,
): Promise<Record<Name, number>> {
  return sumByProgram(programs, async (_pid, { ms }) => ms)
}

/**
 * The resident memory of the descendants of this process by program, in MiB.
 *
 * @param programs as in `cpuByProgram`
 * @param pages `all`: each process's; `shared once`: of those that several processes share, an equal part of each
 */
export async function memoryByProgram<Name extends string>(
  programs: Record<Name, RegExp>,
  pages: 'all' | 'shared once',
): Promise<Record<Name, number>> {
  const line = pages === 'all' ? /^Rss:\s+(\d+)/m : /^Pss:\s+(\d+)/m
  return sumByProgram(programs, async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(line.exec(rollup)?.[1] ?? 0) / 1024
  })
}

async function sumByProgram<Name extends string>(
  programs: Record<Name, RegExp>,
  measure: (pid: number, process: Process) => Promise<number>,
): Promise<Record<Name, number>> {
  const all = await listProcesses()
  const patterns = Object.entries<RegExp>(programs) as [Name, RegExp][]
  const sums = Object.fromEntries(patterns.map(([name]) => [name, 0])) as Record<Name, number>
  for (const pid of descendantsOf(process.pid, all)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const program = patterns.find(([, pattern]) => pattern.test(command.replaceAll('\0', ' ')))
    if (program) sums[program[0]] += await measure(pid, all.get(pid)!)
  }
  return sums
}

/** The process that started another one; undefined where the other is not on this machine. */
export async function parentOf(pid: number): Promise<number | undefined> {
  return (await listProcesses()).get(pid)?.parent
}

/** The processes that another one has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  return [...(await listProcesses())].flatMap(([child, { parent }]) => (parent === pid ? [child] : []))
}

async function listProcesses(): Promise<Map<number, Process>> {
  const all = new Map<number, Process>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The program's name may contain anything. After it come state, parent, …; utime, stime, cutime, cstime are 14 to 17.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ms = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks * tickMs, 0)
    if (stat !== '') all.set(Number(name), { parent: fields[1]!, ms })
  }
  return all
}

function descendantsOf(pid: number, all: Map<number, Process>): number[] {
  const children = [...all].flatMap(([child, { parent }]) => (parent === pid ? [child] : []))
  return children.flatMap((child) => [child, ...descendantsOf(child, all)])
}
