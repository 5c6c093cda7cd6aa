import { setTimeout } from 'node:timers/promises'
import { waitFor } from '@waypost/testing'

// An account has ten requests a second.
const everyMs = 250

/**
 * Reads a resource of an API again and again until `isDone`. Throws if it cannot be read, or is not done in time.
 *
 * @param what it waits for, as the error says it
 */
export async function readUntil<Resource>(
  what: string,
  { url, headers }: { url: string; headers: Record<string, string> },
  isDone: (resource: Resource) => boolean | Promise<boolean>,
  timeoutMs = 120_000,
): Promise<Resource> {
  return waitFor(
    what,
    async () => {
      const response = await fetch(url, { headers })
      if (!response.ok) throw new Error(`GET ${url} answered ${response.status}: ${await response.text()}`)
      const resource = (await response.json()) as Resource
      if (await isDone(resource)) return resource
      await setTimeout(everyMs)
      return false
    },
    timeoutMs,
  )
}
