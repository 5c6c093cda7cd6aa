import { answerCalls } from '../worker-threads/answer-calls.ts'
import { lowerOwnPriority } from '../worker-threads/lower-own-priority.ts'
import { parseControlled } from './generating/grammar/parse-controlled.ts'
import { describeAutomation, type Described } from './matching/profile.ts'
import { type Ranking, rankInFull } from './matching/rank-in-full.ts'
import { readRequest } from './matching/read-request.ts'

/** Work on text that strangers wrote: requests, and names of automations. */
export const textCalls = {
  readRequest,
  rank: (ranking: Ranking) => rankInFull(ranking),
  describe: (automations: Described[]) => automations.map(describeAutomation),
  parseControlled,
}

// Texts of one account can keep this thread busy. The main thread of the process works for all accounts.
lowerOwnPriority()
answerCalls(textCalls)
