import type { Clock } from '@waypost/postgres'
import { postSlotMs, postSlots } from '@waypost/webhooks'

/**
 * Counts the POSTs of each account to each host, and limits them to a number in any minute, however many webhooks the
 * account has there: an event for four hundred webhooks is four hundred POSTs, which one request has caused.
 *
 * Where webhooks wait for their host, all further deliveries of the account to it wait behind them, oldest first.
 */
export interface Hosts {
  /** Counts one POST if the host has room and nothing waits for it. */
  admit(host: string): boolean
  /** How many POSTs the host has room for now. */
  room(host: string): number
  count(host: string, posts: number): void
  /** Takes back POSTs that were counted and not made. */
  refund(host: string, posts: number): void
  /** Records that parked deliveries of the webhook wait, if it is the host that has no room for them. */
  wait(host: string, webhookId: string): void
  stopWaiting(host: string, webhookId: string): void
  /** What was sent in each slot that was not over at a time, in milliseconds since the epoch. */
  listPosts(since: number): SentPosts[]
  /** Takes note of what other dispatchers have sent to each host in the last minute, in place of what it knew. */
  learn(others: Map<string, OtherPosts>): void
}

interface SentPosts {
  ownerId: string
  host: string
  /** When the slot began. */
  at: Date
  posts: number
}

interface OtherPosts {
  posts: number
  /** How many dispatchers have sent them. */
  dispatchers: number
}

/** One account's view of the host of a URL: neither another port nor another spelling makes it another host. */
export function hostOf(ownerId: string, url: string): string {
  const name = URL.parse(url)?.hostname ?? url
  return hostKey(ownerId, name.replace(/\.$/, ''))
}

// No host has a space.
export const hostKey = (ownerId: string, host: string): string => `${ownerId} ${host}`

const readKey = (key: string): { ownerId: string; host: string } => {
  const end = key.lastIndexOf(' ')
  return { ownerId: key.slice(0, end), host: key.slice(end + 1) }
}

export function createHosts(clock: Pick<Clock, 'now'>, { perMinute }: { perMinute: number }): Hosts {
  /** Oldest first. A host is in here only while it has a count, so that memory is bounded by the last minute. */
  const slots = new Map<number, Map<string, number>>()
  const totals = new Map<string, number>()
  const waiting = new Map<string, Set<string>>()
  let others = new Map<string, OtherPosts>()

  /** Forgets what is more than a minute ago, and returns the current slot. */
  const advance = (): number => {
    const current = Math.floor(clock.now() / postSlotMs)
    for (const [slot, counts] of slots) {
      if (slot > current - postSlots) break
      for (const [host, posts] of counts) add(totals, host, -posts)
      slots.delete(slot)
    }
    return current
  }

  const room = (host: string): number => {
    advance()
    const { posts, dispatchers } = others.get(host) ?? nobody
    const free = perMinute - (totals.get(host) ?? 0) - posts
    // What is free is for each dispatcher that sends to the host.
    return Math.max(0, Math.ceil(free / (dispatchers + 1)))
  }

  const count = (host: string, posts: number): void => {
    if (posts === 0) return
    const current = advance()
    const counts = slots.get(current) ?? new Map<string, number>()
    slots.set(current, counts)
    add(counts, host, posts)
    add(totals, host, posts)
  }

  const isBusy = (host: string): boolean => waiting.has(host) || room(host) === 0

  return {
    room,
    count,
    admit(host) {
      if (isBusy(host)) return false
      count(host, 1)
      return true
    },
    refund(host, posts) {
      let left = posts
      for (const counts of [...slots.values()].toReversed()) {
        const taken = Math.min(left, counts.get(host) ?? 0)
        if (taken === 0) continue
        add(counts, host, -taken)
        add(totals, host, -taken)
        left -= taken
      }
    },
    wait(host, webhookId) {
      if (isBusy(host)) waiting.set(host, (waiting.get(host) ?? new Set()).add(webhookId))
    },
    stopWaiting(host, webhookId) {
      const webhooks = waiting.get(host)
      webhooks?.delete(webhookId)
      if (webhooks?.size === 0) waiting.delete(host)
    },
    listPosts(since) {
      advance()
      const recent = [...slots].filter(([slot]) => (slot + 1) * postSlotMs > since)
      return recent.flatMap(([slot, counts]) =>
        [...counts].map(([key, posts]) => ({ ...readKey(key), at: new Date(slot * postSlotMs), posts })),
      )
    },
    learn(known) {
      others = known
    },
  }
}

const nobody: OtherPosts = { posts: 0, dispatchers: 0 }

function add(counts: Map<string, number>, host: string, posts: number): void {
  const sum = (counts.get(host) ?? 0) + posts
  if (sum === 0) counts.delete(host)
  else counts.set(host, sum)
}
