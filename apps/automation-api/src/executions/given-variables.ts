import type { Keyring } from '@waypost/webhooks'

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
