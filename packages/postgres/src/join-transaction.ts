import type { Db } from './database.ts'

/** The transaction as a pool that is always in it: whoever begins one of his own joins this one. */
export function joinTransaction(tx: Db): Db {
  const joined: Db = Object.assign(Object.create(tx) as Db, {
    transaction: <Result>(work: (tx: Db) => Promise<Result>) => work(joined),
  })
  return joined
}
