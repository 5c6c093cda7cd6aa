import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** The memory that processes use, in bytes. */
export interface Memory {
  /** The process itself. */
  own: number
  /** The sum of its child processes. */
  children: number
  /** Both together. */
  service: number
  /** All processes of Postgres, with shared memory counted once. */
  postgres: number
}

const everyMs = 250
const kibibyte = 1024

/** Samples memory until `stop`, which returns the highest values. Linux only: reads `/proc`. */
export function watchMemory(pid: number, postgresPid: number): { stop(): Promise<Memory> } {
  const highest: Memory = { own: 0, children: 0, service: 0, postgres: 0 }
  const stopping = new AbortController()
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const now = await readMemory(pid, postgresPid)
      for (const whose of ['own', 'children', 'service', 'postgres'] as const)
        highest[whose] = Math.max(highest[whose], now[whose])
      await setTimeout(everyMs)
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await watching
      const own = Math.max(highest.own, await readStatus(pid, 'VmHWM'))
      return { ...highest, own }
    },
  }
}

export async function readMemory(pid: number, postgresPid: number): Promise<Memory> {
  const [own, children, backends, postmaster] = await Promise.all([
    readStatus(pid, 'VmRSS'),
    findChildren(pid).then((pids) => sum(pids, (child) => readStatus(child, 'VmRSS'))),
    findChildren(postgresPid).then((pids) => sum(pids, readShare)),
    readShare(postgresPid),
  ])
  return { own, children, service: own + children, postgres: backends + postmaster }
}

/** Resets the highest value that the kernel keeps for a process (`VmHWM`). */
export const resetHighest = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5')

async function findChildren(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

const readStatus = (pid: number, field: string) => readField(`/proc/${pid}/status`, field)
const readShare = (pid: number) => readField(`/proc/${pid}/smaps_rollup`, 'Pss')

/** Returns 0 for a process that has ended. */
async function readField(file: string, field: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * kibibyte
}

async function sum(pids: number[], read: (pid: number) => Promise<number>): Promise<number> {
  const all = await Promise.all(pids.map((pid) => read(pid)))
  return all.reduce((total, each) => total + each, 0)
}
