import { answerCalls } from '../worker-threads/answer-calls.ts'

// For tests: a thread that never finishes parsing a request.
const never = () => /^(a+)+$/.test(`${'a'.repeat(60)}!`)

answerCalls({ readRequest: never, parseControlled: never })
