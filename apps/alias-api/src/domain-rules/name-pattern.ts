import { RE2JS, RE2JSException } from 're2js'

export const longestPattern = 100
// What a pattern of that length has without counted repetitions; `(\w{30}){30}` has more.
const largestProgram = 200

type NamePattern = { matches(name: string): boolean; fault?: undefined } | { fault: string }

/**
 * A regular expression of an owner's for whole names, in any case, or what is wrong with it. RE2 takes time that is linear
 * in the name, whatever the pattern: it decides about mail from anybody, in the process that serves every account.
 */
export function readNamePattern(pattern: string): NamePattern {
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    if (compiled.programSize() > largestProgram) return { fault: 'it repeats too much' }
    return { matches: (name) => compiled.testExact(name) }
  } catch (error) {
    if (error instanceof RE2JSException) return { fault: error.message.replace('error parsing regexp: ', '') }
    throw error
  }
}
