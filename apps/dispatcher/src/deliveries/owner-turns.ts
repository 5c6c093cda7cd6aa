import { earliestFirstSql, prepared } from '@waypost/postgres'
import { deferredQueue } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'

/**
 * Owners in turn, for claims of deferred attempts: these are claimed in the order of their times, and where more are due than
 * a claim takes, another owner's could be thousands of places behind.
 */
export interface OwnerTurns {
  /**
   * Goes on where it ended the last time, and finds each owner's earliest job that is due. It looks at five hundred owners at
   * most, some of whom may have none.
   *
   * @returns the ids of up to `limit` jobs, each of another owner
   */
  take(limit: number): Promise<string[]>
}

const mostOwners = 500

export function createOwnerTurns({ channel, db }: Pick<OpenChannel, 'channel' | 'db'>): OwnerTurns {
  const find = async (after: string): Promise<First[]> => {
    const { rows } = await prepared(db).db.executeSql(firstOfOwners(channel.outboxSchema), [
      after,
      mostOwners,
    ])
    return rows as First[]
  }
  let last = beforeAll
  return {
    async take(limit) {
      let firsts = await find(last)
      if (firsts.length === 0 && last !== beforeAll) firsts = await find(beforeAll)
      last = firsts.length < mostOwners ? beforeAll : firsts.at(-1)!.owner
      const due = firsts.filter(({ job }) => job !== null)
      if (due.length > limit) last = due[limit - 1]!.owner
      return due.slice(0, limit).map(({ job }) => job!)
    },
  }
}

interface First {
  owner: string
  /** Null where none of the owner's is due. */
  job: string | null
}

// All ids come after it.
const beforeAll = ''

// Jumps from owner to owner in the index of waiting jobs by owner and priority, because one owner may have a hundred thousand. Of the jobs
// of a second, that index has those that were enqueued first at its head.
const firstOfOwners = (outboxSchema: string): string => {
  const waiting = `from ${outboxSchema}.job where name = '${deferredQueue.name}' and state < 'active'`
  const ofOwner = `${waiting} and data ->> 'ownerId' = owner.id and not blocked`
  const next = (previous: string) => `
    select data ->> 'ownerId' ${waiting} and data ->> 'ownerId' > ${previous} order by data ->> 'ownerId' limit 1`
  return `
    with recursive owner as (
      select (${next('$1')}) as id, 1 as place
      union all
      select (${next('owner.id')}), place + 1 from owner where id is not null and place < $2
    )
    select owner.id as owner, (
      select id ${ofOwner} and start_after <= ${outboxSchema}.job_now() and priority = (
        select max(priority) ${ofOwner} and priority >= ${earliestFirstSql(`${outboxSchema}.job_now()`)}
      ) limit 1
    ) as job
    from owner where id is not null
  `
}
