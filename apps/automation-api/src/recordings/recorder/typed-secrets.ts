import type { RecordedVariables } from '../recorded-variables.ts'
import { writeOutputName } from '../../intents/generating/grammar/output-name.ts'

/** What was typed into password fields: it stays in this process, and steps have a variable in its place. */
export interface TypedSecrets {
  /**
   * The variable for what is in a field now. Two fields with the same value share one, as where a password is repeated.
   *
   * @param field of its page
   */
  keep(field: object, called: string, value: string): string
  /** The values, which no picture may show. */
  values(): string[]
  /** Those that steps refer to. */
  variables(used: string[]): RecordedVariables
}

/** One or two letters are part of many words. */
const SHORTEST = 3

export function keepTypedSecrets(taken: string[]): TypedSecrets {
  const byField = new Map<object, string>()
  const values = new Map<string, string>()
  const names = new Set<string>()

  const isFree = (name: string) => !names.has(name) && !taken.includes(name)
  const nameIt = (called: string): string => {
    const output = writeOutputName(called) ?? 'password'
    const written = output[0]!.toLowerCase() + output.slice(1)
    let number = 1
    while (!isFree(number === 1 ? written : `${written}${number}`)) number += 1
    return number === 1 ? written : `${written}${number}`
  }
  return {
    keep(field, called, value) {
      const own = byField.get(field)
      const shared = [...values].find(([name, each]) => name !== own && each === value && value !== '')?.[0]
      const name = shared ?? own ?? nameIt(called)
      if (!shared) {
        names.add(name)
        byField.set(field, name)
        values.set(name, value)
      }
      return name
    },
    values: () => [...values.values()].filter((value) => value.length >= SHORTEST),
    variables: (used) =>
      Object.fromEntries(used.filter((name) => names.has(name)).map((name) => [name, { secret: true }])),
  }
}
