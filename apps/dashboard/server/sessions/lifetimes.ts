const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Unused for so long, or this old at all, a session ends. */
const idleMs = 14 * dayMs
const lifetimeMs = 90 * dayMs

/** A cookie is exchanged for the next at this age. */
export const rotateAfterMs = 60 * minuteMs

/** Requests with the last cookie may still be on their way when the next one is known. */
export const graceMs = minuteMs

/** How late `lastSeenAt` may be. */
export const seenEveryMs = 5 * minuteMs

export function expiryOf(createdAt: number, seenAt: number): Date {
  return new Date(Math.min(createdAt + lifetimeMs, seenAt + idleMs))
}
