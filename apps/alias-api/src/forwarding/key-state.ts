import { sql } from 'drizzle-orm'

/**
 * What of a forwarding address says how mail to it is encrypted, as one value that changes with it: null where it has no
 * key. The fingerprint would not do, since a key that is valid for longer has the same one.
 */
export const keyState = sql<
  string | null
>`hashtextextended(pgp_key || case when hides_subject then '+' else '-' end, 0)`
