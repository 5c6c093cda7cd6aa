import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

const startMs = 30_000

/** Resolves when a process has reported that it is ready, has ended, or took too long to start. */
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
    // The process ended before it was ready; the next request to it fails.
  } finally {
    done.abort()
    await Promise.allSettled(events)
  }
}
