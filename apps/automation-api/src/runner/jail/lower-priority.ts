import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

const nice = 15

/** Has all threads of these processes, and what they will start, run only while others leave the processor to them. Linux only. */
export function lowerPriority(pids: Iterable<number>): void {
  for (const pid of pids) for (const thread of threadsOf(pid)) lower(thread)
}

function lower(thread: number): void {
  try {
    setPriority(thread, nice)
  } catch {
    // It has ended meanwhile.
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}
