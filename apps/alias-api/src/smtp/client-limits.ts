import { clientOf } from '@waypost/http'

export interface ClientLimitOptions {
  /** Concurrent connections. */
  connections: number
  /** Addresses that never existed, tried in a minute. */
  unknownRecipients: number
}

/** Limits what one client may use of this process, so that some is left for others. */
export interface ClientLimits {
  /** Counts a connection. False where it exceeds the limit; it is then not counted. */
  admit(ip: string): boolean
  /** Ends an admitted connection. */
  release(ip: string): void
  countUnknownRecipient(ip: string): void
  /** Whether the client has tried more unknown addresses than a list with many former recipients has. */
  hasManyUnknown(ip: string): boolean
  /** Whether the client has tried so many unknown addresses that it is guessing. */
  isGuessing(ip: string): boolean
}

const windowMs = 60_000
// A client that goes on through so many refusals is no mail server.
const guessingFactor = 10

export function createClientLimits(
  { connections, unknownRecipients }: ClientLimitOptions,
  now: () => number,
): ClientLimits {
  const open = new Map<string, number>()
  let unknown = new Map<string, number>()
  let windowEndsAt = 0
  const unknownNow = (): Map<string, number> => {
    if (now() >= windowEndsAt) {
      unknown = new Map()
      windowEndsAt = now() + windowMs
    }
    return unknown
  }
  const countOf = (ip: string): number => unknownNow().get(clientOf(ip)) ?? 0
  return {
    admit(ip) {
      const client = clientOf(ip)
      const count = open.get(client) ?? 0
      if (count >= connections) return false
      open.set(client, count + 1)
      return true
    },
    release(ip) {
      const client = clientOf(ip)
      const count = open.get(client) ?? 0
      if (count > 1) open.set(client, count - 1)
      else open.delete(client)
    },
    countUnknownRecipient(ip) {
      const client = clientOf(ip)
      unknownNow().set(client, (unknownNow().get(client) ?? 0) + 1)
    },
    hasManyUnknown: (ip) => countOf(ip) > unknownRecipients,
    isGuessing: (ip) => countOf(ip) >= guessingFactor * unknownRecipients,
  }
}
