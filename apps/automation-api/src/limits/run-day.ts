const dayMs = 86_400_000

/** The day (UTC) whose run minutes are counted at a time. */
export const runDayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** When the next one begins. */
export const nextRunDay = (now: number): Date => new Date((Math.floor(now / dayMs) + 1) * dayMs)
