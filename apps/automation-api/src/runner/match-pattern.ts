import { runInNewContext } from 'node:vm'

const BUDGET_MS = 250

/**
 * Gives the first capture group, or the whole match, of every text that matches. A pattern is a stranger's and may
 * backtrack for ever; V8 stops a regular expression only when it runs under a time limit of the vm module.
 */
export function matchPattern(pattern: string, texts: string[]): string[] {
  try {
    return runInNewContext(
      `texts.flatMap((text) => {
        const match = new RegExp(pattern).exec(text)
        return match ? [match[1] ?? match[0]] : []
      })`,
      { pattern, texts },
      { timeout: BUDGET_MS },
    )
  } catch (error) {
    throw new Error(`the pattern could not be matched within ${BUDGET_MS} ms`, { cause: error })
  }
}
