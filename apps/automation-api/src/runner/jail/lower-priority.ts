import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const nice = 15

/** Has all threads of these processes, and what they will start, run only while others leave the processor to them. Linux only. */
export function lowerPriority(pids: Iterable<number>): void {
  for (const pid of pids) {
    lowerSession(pid)
    for (const thread of threadsOf(pid)) lower(thread)
  }
}

/** Where Linux shares processors between sessions (autogroups), before it shares them between the threads of one. */
function lowerSession(pid: number): void {
  const file = `/proc/${pid}/autogroup`
  try {
    if (!readFileSync(file, 'utf8').endsWith(` nice ${nice}\n`)) writeFileSync(file, String(nice))
  } catch {
    // It has ended meanwhile, has none, or it is not yet time for another change: the next look tries again.
  }
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
