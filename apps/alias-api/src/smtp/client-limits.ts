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
  /** Whether the client has tried so many unknown addresses that it is guessing. */
  isGuessing(ip: string): boolean
}

const windowMs = 60_000

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
    isGuessing: (ip) => (unknownNow().get(clientOf(ip)) ?? 0) >= unknownRecipients,
  }
}
