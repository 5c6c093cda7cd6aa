const epochSeconds = Date.UTC(2026, 0) / 1000

/**
 * The priority of a job that waits for its time, in a queue of such jobs: the earlier it is due, the higher. So those that are
 * due are at the head of the queue, and also of what one owner has in it.
 */
export const earliestFirst = (dueAt: Date): number => epochSeconds - Math.floor(dueAt.getTime() / 1000)

/** The same in SQL, of an expression for the time. No job that is due at that time has a lower priority. */
export const earliestFirstSql = (dueAt: string): string =>
  `(${epochSeconds} - floor(extract(epoch from ${dueAt})))::integer`
