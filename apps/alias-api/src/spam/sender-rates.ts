import { clientOf } from '@waypost/http'

const windowMs = 60_000
const maxClients = 10_000

/**
 * Counts the messages of a minute by the client that delivered them, as far as this process lists them.
 *
 * @returns counts one, and says whether the client has delivered more than it should
 */
export function createSenderRates(mailsPerMinute: number, now: () => number): (clientIp: string) => boolean {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (clientIp) => {
    if (now() >= endsAt) {
      counts = new Map()
      endsAt = now() + windowMs
    }
    const client = clientOf(clientIp)
    const count = (counts.get(client) ?? 0) + 1
    // The newest last, so that the first is the one to drop.
    counts.delete(client)
    if (counts.size >= maxClients) counts.delete(counts.keys().next().value!)
    counts.set(client, count)
    return count > mailsPerMinute
  }
}
