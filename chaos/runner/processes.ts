import { readdir, readFile } from 'node:fs/promises'

export interface SeenProcess {
  pid: number
  parent: number
  /** Identifies a process together with its pid, since pids are reused. */
  startedAt: string
  commandLine: string
  /** Whether it was started with the mark in its environment or on its command line. */
  isMarked: boolean
}

/** Reads every process from /proc, except those that have ended and were not reaped. */
export async function readProcesses(mark: string): Promise<Map<number, SeenProcess>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const seen = await Promise.all(pids.map((pid) => readProcess(pid, mark)))
  return new Map(seen.filter((each) => each !== undefined).map((each) => [each.pid, each]))
}

async function readProcess(pid: number, mark: string): Promise<SeenProcess | undefined> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [stat, commandLine, environment] = await Promise.all([read('stat'), read('cmdline'), read('environ')])
  // The program's name, in parentheses, may contain spaces and parentheses: fields are counted from the last `)`.
  const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === undefined || parent === undefined || state === 'Z' || state === 'X') return undefined
  const isMarked = commandLine.includes(mark) || environment.includes(mark)
  return { pid, parent: Number(parent), startedAt: rest[17] ?? '', commandLine, isMarked }
}

export function isBelow(processes: Map<number, SeenProcess>, pid: number, ancestor: number): boolean {
  for (let at = processes.get(pid)?.parent; at; at = processes.get(at)?.parent) {
    if (at === ancestor) return true
  }
  return false
}

export function findBelow(processes: Map<number, SeenProcess>, ancestor: number): SeenProcess[] {
  return [...processes.values()].filter(({ pid }) => isBelow(processes, pid, ancestor))
}
