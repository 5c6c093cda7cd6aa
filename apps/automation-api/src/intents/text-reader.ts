import { createWorkerThread, type WorkerThread } from '../worker-threads/create-worker-thread.ts'
import type { textCalls } from './text-thread.ts'

export type TextReader = WorkerThread<typeof textCalls>

// A realistic request takes some milliseconds, a large account some hundred.
const TIMEOUT_MS = 10_000

export const createTextReader = ({
  entry = new URL('text-thread.ts', import.meta.url),
  timeoutMs = TIMEOUT_MS,
}: { entry?: URL; timeoutMs?: number } = {}): TextReader =>
  createWorkerThread<typeof textCalls>(['readRequest', 'rank', 'describe', 'parseControlled'], {
    entry,
    timeoutMs,
  })

/** The process's only reader. */
export const textReader = createTextReader()
