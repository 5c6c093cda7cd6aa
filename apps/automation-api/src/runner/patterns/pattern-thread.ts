import { answerCalls } from '../../worker-threads/answer-calls.ts'

/** For each text that matches: the first capture group, or the whole match. */
function matchTexts(pattern: string, texts: string[]): string[] {
  const expression = new RegExp(pattern)
  return texts.flatMap((text) => {
    const match = expression.exec(text)
    return match ? [match[1] ?? match[0]] : []
  })
}

export const patternCalls = { matchTexts }

answerCalls(patternCalls)
