import type { Keyring } from '@waypost/webhooks'

const contextOf = (executionId: string) => `execution:${executionId}`

/** The values that a trigger gave, sealed: any of them may be secret. Null where it gave none. */
export function sealGivenVariables(
  keyring: Keyring,
  executionId: string,
  values: Record<string, string>,
): string | null {
  if (Object.keys(values).length === 0) return null
  return keyring.seal(JSON.stringify(values), contextOf(executionId))
}

export function openGivenVariables(
  keyring: Keyring,
  executionId: string,
  sealed: string | null,
): Record<string, string> {
  if (sealed === null) return {}
  return JSON.parse(keyring.open(sealed, contextOf(executionId))) as Record<string, string>
}
