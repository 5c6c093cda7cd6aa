import { createWorkerThread, LimitExceededError } from '../../worker-threads/create-worker-thread.ts'
import type { patternCalls } from './pattern-thread.ts'

const TIMEOUT_MS = 1000

const thread = createWorkerThread<typeof patternCalls>(['matchTexts'], {
  entry: new URL('pattern-thread.ts', import.meta.url),
  timeoutMs: TIMEOUT_MS,
})

/**
 * Returns the first capture group, or the whole match, of every text that matches. A pattern is a stranger's and may
 * backtrack endlessly, so one thread of the process matches all of them, each within a deadline.
 */
export async function matchPattern(pattern: string, texts: string[]): Promise<string[]> {
  try {
    return await thread.matchTexts(pattern, texts)
  } catch (error) {
    if (!(error instanceof LimitExceededError)) throw error
    const limit = `its time-out of ${TIMEOUT_MS} ms`
    throw new Error(`the pattern could not be matched within ${limit}`, { cause: error })
  }
}
