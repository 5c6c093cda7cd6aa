import type { Keys } from './clients.ts'

/** @throws Error where there is no key */
export function readKeys(): Keys {
  const { WAYPOST_AUTOMATION_API_KEY: automation, WAYPOST_ALIAS_API_KEY: alias } = process.env
  if (!automation && !alias) throw new Error('Set WAYPOST_AUTOMATION_API_KEY, WAYPOST_ALIAS_API_KEY or both')
  return { automation, alias }
}
