const dayMs = 86_400_000

/** A day in UTC, such as `2026-03-02`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** When the day of `now` ends, in UTC. */
export const endOfDay = (now: number): Date => new Date((Math.floor(now / dayMs) + 1) * dayMs)
