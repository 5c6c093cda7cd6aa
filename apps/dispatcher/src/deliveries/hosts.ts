import type { Clock } from '@waypost/postgres'

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
}

/** POSTs a minute to one host, for each account. */
export const defaultPostsPerMinute = 600

const slotMs = 5_000
// With the current one, so many slots cover any minute that ends now.
const slotsInMinute = 60_000 / slotMs + 1

/** One account's view of the host of a URL: neither another port nor another spelling makes it another host. */
export function hostOf(ownerId: string, url: string): string {
  const name = URL.parse(url)?.hostname ?? url
  return `${ownerId} ${name.replace(/\.$/, '')}`
}

export function createHosts(clock: Pick<Clock, 'now'>, { perMinute }: { perMinute: number }): Hosts {
  /** Oldest first. A host is in here only while it has a count, so that memory is bounded by the last minute. */
  const slots = new Map<number, Map<string, number>>()
  const totals = new Map<string, number>()
  const waiting = new Map<string, Set<string>>()

  /** Forgets what is more than a minute ago, and returns the current slot. */
  const advance = (): number => {
    const current = Math.floor(clock.now() / slotMs)
    for (const [slot, counts] of slots) {
      if (slot > current - slotsInMinute) break
      for (const [host, posts] of counts) add(totals, host, -posts)
      slots.delete(slot)
    }
    return current
  }

  const room = (host: string): number => {
    advance()
    return Math.max(0, perMinute - (totals.get(host) ?? 0))
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
  }
}

function add(counts: Map<string, number>, host: string, posts: number): void {
  const sum = (counts.get(host) ?? 0) + posts
  if (sum === 0) counts.delete(host)
  else counts.set(host, sum)
}
