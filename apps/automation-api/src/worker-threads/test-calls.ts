import { threadId } from 'node:worker_threads'
import { answerCalls } from './answer-calls.ts'

/** For tests: a thread's functions, one of which never ends. */
export const testCalls = {
  double: (number: number) => 2 * number,
  threadId: () => threadId,
  fail: (message: string): never => {
    throw new Error(message)
  },
  backtrack: () => /^(a+)+$/.test(`${'a'.repeat(60)}!`),
  exhaust: () => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 1000 }, (_, index) => index))
  },
}

answerCalls(testCalls)
