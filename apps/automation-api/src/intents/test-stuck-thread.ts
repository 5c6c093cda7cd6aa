import { answerCalls } from '../worker-threads/answer-calls.ts'

// For tests: a thread that reads no request to its end.
const never = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)

answerCalls({ readRequest: never, parseControlled: never })
