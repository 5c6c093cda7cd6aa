/**
 * Whether a job is due at a time, an expression, for queries that read the jobs of a queue in the order of a claim. To Postgres a
 * bare comparison is a condition of that index, which has the time behind priority and age: it would prepare to skip from each of
 * those to the next (from version 18 on), which takes longer than to read the job at the head.
 */
export const isDueSql = (at: string): string => `(start_after <= ${at}) is true`
