import type { Db } from './database.ts'

/**
 * Makes a value once for each pool or transaction and caches it, above all a prepared statement, whose SQL is then
 * built and planned once instead of on every call.
 *
 * A literal that a partial index requires must be SQL in such a statement: as a parameter the planner would not see
 * it.
 */
export function perDatabase<Value>(make: (db: Db) => Value): (db: Db) => Value {
  const made = new WeakMap<Db, Value>()
  return (db) => {
    const known = made.get(db)
    if (known !== undefined) return known
    const value = make(db)
    made.set(db, value)
    return value
  }
}
