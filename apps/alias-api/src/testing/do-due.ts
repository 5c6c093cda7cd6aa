import { findDue, type Db, type WatchedWork } from '@waypost/postgres'

/**
 * Does one of several works as `watchDue` does, so only where it is found to have something to do.
 *
 * @returns what it did; 0 where nothing was found
 */
export async function doDue(db: Db, works: WatchedWork[], name: string): Promise<number> {
  const sought = works.filter((each) => each.name === name).map((each) => ({ ...each, among: each.among() }))
  if (sought.length !== 1) throw new Error(`no work ${name}`)
  const [due] = await findDue(db, sought)
  return due ? Number(await due.work(new AbortController().signal)) : 0
}
