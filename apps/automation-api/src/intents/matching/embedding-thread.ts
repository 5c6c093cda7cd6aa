import { answerCalls } from '../../worker-threads/answer-calls.ts'
import { embedTexts } from './embed-texts.ts'

export const embeddingCalls = { embedTexts }

answerCalls(embeddingCalls)
