import type { Keyring } from '@waypost/webhooks'
import type { StoredVariables } from '../automations/variables/variables.ts'
import type { ExecutionRow } from './execution.ts'

/**
 * Seals the values that were given for a run, because any of them may be secret. Null where there are none.
 *
 * @param context the row of the values, such as `execution:<id>`
 */
export function sealGivenVariables(
  keyring: Keyring,
  context: string,
  values: Record<string, string>,
): string | null {
  if (Object.keys(values).length === 0) return null
  return keyring.seal(JSON.stringify(values), context)
}

export function openGivenVariables(
  keyring: Keyring,
  context: string,
  sealed: string | null,
): Record<string, string> {
  if (sealed === null) return {}
  return JSON.parse(keyring.open(sealed, context)) as Record<string, string>
}

/** Undefined where the key that sealed them is gone, for callers that must not fail over it. */
export function findGivenVariables(
  keyring: Keyring,
  context: string,
  sealed: string | null,
): Record<string, string> | undefined {
  try {
    return openGivenVariables(keyring, context, sealed)
  } catch {
    return undefined
  }
}

/** The values of variables that are declared, and not as secret: one that is not declared may be anything. */
export const withoutSecrets = (
  values: Record<string, string>,
  declared: StoredVariables,
): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => declared[name]?.secret === false))

/**
 * What is kept of an execution's values once it has ended, so that it can be run again: all others are given again.
 *
 * @returns null where nothing is, or where the key that sealed them is gone
 */
export function keepVariables(
  keyring: Keyring,
  { id, sealedVariables, validation }: Pick<ExecutionRow, 'id' | 'sealedVariables' | 'validation'>,
  declared: StoredVariables,
): string | null {
  if (validation !== null) return null
  const context = `execution:${id}`
  const values = findGivenVariables(keyring, context, sealedVariables) ?? {}
  return sealGivenVariables(keyring, context, withoutSecrets(values, declared))
}
