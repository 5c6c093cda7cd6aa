import { sql } from 'drizzle-orm'
import { poll } from '@waypost/concurrency'
import type { Logger } from '@waypost/http'
import { newId, type Clock } from '@waypost/postgres'
import { postSlotMs, postSlots } from '@waypost/webhooks'
import type { OpenChannel } from '../services.ts'
import { hostKey, type Hosts } from './hosts.ts'

/**
 * Tells others of the POSTs that this dispatcher has sent to hosts, and it of theirs, every five seconds: together they keep
 * the limit on them, and owners see what is used of it.
 *
 * @returns stops it
 */
export function startSharingPosts(
  channel: Pick<OpenChannel, 'db' | 'channel'> & { clock: Clock },
  hosts: Hosts,
  logger: Logger,
): () => Promise<void> {
  const sharePosts = createPostSharing(channel, hosts)
  const { stop } = poll(sharePosts, postSlotMs, (error) =>
    logger.warn({ err: error }, 'could not share the counts of POSTs'),
  )
  return stop
}

/** Shares the counts once at each call. */
export function createPostSharing(
  { db, channel, clock }: Pick<OpenChannel, 'db' | 'channel'> & { clock: Pick<Clock, 'now'> },
  hosts: Hosts,
): () => Promise<void> {
  const dispatcherId = newId()
  const table = sql`${sql.identifier(channel.service)}.host_posts`
  let sharedUntil = 0
  return async () => {
    const now = clock.now()
    const posts = hosts.listPosts(sharedUntil)
    const column = (name: 'ownerId' | 'host' | 'at' | 'posts') => sql.param(posts.map((each) => each[name]))
    const since = new Date(now - postSlots * postSlotMs)
    const { rows } = await db.execute<{
      ownerId: string
      host: string
      posts: number
      dispatchers: number
    }>(sql`
      with shared as (
        insert into ${table} as mine (owner_id, host, slot_at, dispatcher_id, posts)
        select owner_id, host, slot_at, ${dispatcherId}::uuid, posts from unnest(
          ${column('ownerId')}::text[], ${column('host')}::text[], ${column('at')}::timestamptz[],
          ${column('posts')}::integer[]
        ) as sent (owner_id, host, slot_at, posts)
        order by owner_id, host, slot_at
        on conflict (owner_id, host, slot_at, dispatcher_id) do update set posts = excluded.posts
        where mine.posts <> excluded.posts
      ), expired as (
        delete from ${table} where slot_at < ${new Date(now - 120_000)}
      )
      select owner_id as "ownerId", host, sum(posts)::float8 as posts, count(distinct dispatcher_id)::float8 as dispatchers
      from ${table} where slot_at > ${since} and dispatcher_id <> ${dispatcherId}
      group by owner_id, host`)
    hosts.learn(new Map(rows.map(({ ownerId, host, ...others }) => [hostKey(ownerId, host), others])))
    sharedUntil = now - postSlotMs
  }
}
