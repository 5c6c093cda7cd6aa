/** Limits how fast an account receives mail of this process, so that a flood to one leaves something for the others. */
export interface InboundPace {
  /** Whether the account may receive another message now. If so, it is counted. */
  admit(accountId: string): boolean
  /** Counts the size of a message that was admitted. */
  countBytes(accountId: string, bytes: number): void
}

const minuteMs = 60_000
const bytesPerMail = 100_000
const maxAccounts = 10_000

/**
 * A token bucket for each account: `mailsPerMinute` flow in, half as many at most wait. A message takes one, and one
 * more for every 100 KB, which can leave the account in debt.
 */
export function createInboundPace(mailsPerMinute: number, now: () => number): InboundPace {
  const capacity = Math.max(1, mailsPerMinute / 2)
  const buckets = new Map<string, { tokens: number; at: number }>()
  const fill = (accountId: string): { tokens: number; at: number } => {
    const { tokens, at } = buckets.get(accountId) ?? { tokens: capacity, at: now() }
    const filled = {
      tokens: Math.min(capacity, tokens + ((now() - at) / minuteMs) * mailsPerMinute),
      at: now(),
    }
    // The newest last, so that the first is the one to drop.
    buckets.delete(accountId)
    if (buckets.size >= maxAccounts) buckets.delete(buckets.keys().next().value!)
    buckets.set(accountId, filled)
    return filled
  }
  return {
    admit(accountId) {
      const bucket = fill(accountId)
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
    countBytes(accountId, bytes) {
      fill(accountId).tokens -= Math.floor(bytes / bytesPerMail)
    },
  }
}
