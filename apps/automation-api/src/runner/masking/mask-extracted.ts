import type { ExtractedData } from '@waypost/webhooks'
import type { StoredAction } from '../../automations/action.ts'
import { listActions } from '../../automations/nesting/list-actions.ts'
import { maskSecrets } from './mask-secrets.ts'

/** Shorter ones are part of too many texts that have nothing to do with them. */
const SHORTEST = 4

/** What the steps have read without the run's secrets, which a page may show, unless a step asks for them. */
export function maskExtracted(
  actions: StoredAction[],
  data: ExtractedData,
  secrets: string[],
): ExtractedData {
  const masked = secrets.filter(({ length }) => length >= SHORTEST)
  if (masked.length === 0) return data
  const shown = new Set(
    listActions(actions).flatMap((action) =>
      'showSecrets' in action && action.showSecrets ? action.output : [],
    ),
  )
  return Object.fromEntries(
    Object.entries(data).map(([output, value]) => [
      output,
      shown.has(output) ? value : (maskDeep(value, masked) as ExtractedData[string]),
    ]),
  )
}

function maskDeep(value: unknown, secrets: string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((each) => maskDeep(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskDeep(each, secrets)]))
}
