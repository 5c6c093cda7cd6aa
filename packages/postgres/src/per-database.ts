import type { Db } from './database.ts'

/**
 * Makes something once for each pool or transaction and finds it again: above all a prepared statement, whose SQL is
 * then built and planned once instead of on every call.
 *
 * A literal that a partial index asks for must stand in such a statement as SQL: a parameter hides it from the planner.
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
