import type { Db } from './database.ts'

/** A transaction in the form of a pool: a transaction that is begun on it joins the existing one. */
export function joinTransaction(tx: Db): Db {
  const joined: Db = Object.assign(Object.create(tx) as Db, {
    transaction: <Result>(work: (tx: Db) => Promise<Result>) => work(joined),
  })
  return joined
}
