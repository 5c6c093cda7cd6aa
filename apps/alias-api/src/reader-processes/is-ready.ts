import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

const startMs = 30_000

/** Resolves when a process has said so, has ended, or took so long that it never will. */
export async function isReady(child: ChildProcess): Promise<void> {
  const done = new AbortController()
  const { signal } = done
  const events = [
    once(child, 'message', { signal }),
    once(child, 'exit', { signal }),
    setTimeout(startMs, undefined, { signal }),
  ]
  try {
    await Promise.race(events)
  } catch {
    // It ended before it began; whoever asks it hears of it.
  } finally {
    done.abort()
    await Promise.allSettled(events)
  }
}
