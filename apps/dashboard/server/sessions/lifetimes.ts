const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A session ends after this long without use, or at this age. */
const idleMs = 14 * dayMs
const lifetimeMs = 90 * dayMs

/** A cookie is replaced at this age. */
export const rotateAfterMs = 60 * minuteMs

/** How long requests with the previous cookie may still be in flight when the next one is used. */
export const graceMs = minuteMs

/** How outdated `lastSeenAt` may be. */
export const seenEveryMs = 5 * minuteMs

export function expiryOf(createdAt: number, seenAt: number): Date {
  return new Date(Math.min(createdAt + lifetimeMs, seenAt + idleMs))
}
