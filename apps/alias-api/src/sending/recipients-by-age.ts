const dayMs = 86_400_000

/** How many recipients an account may have a day on its first days; from the eighth on, as many as its plan says. */
const firstDays = [20, 50, 100, 250, 500, 1000, 2500]

/**
 * How many recipients an account may have today. A new account begins low: whoever opens accounts to send spam gets
 * little out of each before its bounces and complaints come back.
 *
 * @param createdAt undefined for an account that is new at this moment
 */
export function recipientsByAge(limit: number, createdAt: Date | undefined, now: number): number {
  const age = createdAt === undefined ? 0 : Math.max(0, Math.floor((now - createdAt.getTime()) / dayMs))
  return Math.min(limit, firstDays[age] ?? limit)
}
