import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface KnownRequest {
  kind: string
  text: string
  /** The key of the automation that is meant, or the keys of several that may be; none where no automation fits. */
  meant: string[]
  variables: Record<string, string>
  isHeldOut: boolean
}

/** Reads `requests.txt`, whose head describes its syntax. */
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
 * All requests for one automation are in the same half: tuning on some wordings must not help with other wordings for the
 * same automation.
 */
function isHeldOut(key: string): boolean {
  return createHash('sha256').update(key).digest()[0]! % 2 === 1
}
