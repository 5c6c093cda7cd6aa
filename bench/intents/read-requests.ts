import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface KnownRequest {
  kind: string
  text: string
  /** Keys of the automation that is meant, or of those that may be; none where nothing fits. */
  meant: string[]
  variables: Record<string, string>
  isHeldOut: boolean
}

/** Reads `requests.txt`, whose head says how it is written. */
export async function readRequests(): Promise<KnownRequest[]> {
  const text = await readFile(new URL('requests.txt', import.meta.url), 'utf8')
  return text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .filter((parts) => parts.length >= 3)
    .slice(1)
    .map(([kind, meant, request, variables]) => {
      const keys = meant === '-' ? [] : meant!.split(', ')
      return {
        kind: kind!,
        text: request!,
        meant: keys,
        variables: Object.fromEntries(
          (variables ?? '')
            .split('; ')
            .filter(Boolean)
            .map((pair) => pair.split('=') as [string, string]),
        ),
        isHeldOut: isHeldOut(keys[0] ?? request!),
      }
    })
}

/**
 * Requests for one automation are in one half, all of them: what is learnt from some wordings is not to help with
 * others of the same.
 */
function isHeldOut(key: string): boolean {
  return createHash('sha256').update(key).digest()[0]! % 2 === 1
}
