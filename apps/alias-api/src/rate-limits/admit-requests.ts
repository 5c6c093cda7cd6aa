import { sql } from 'drizzle-orm'
import { perDatabase } from '@waypost/postgres'
import type { Mode } from '../accounts/owner.ts'
import type { Plan } from '../accounts/plans.ts'

/** Requests of one caller that arrived together. */
export interface Asked {
  /** SHA-256 of their API key. */
  keyHash: Buffer | null
  /** The account that their JWT has proved. */
  accountId: string | null
  /** The epoch of that JWT. */
  epoch: number
  /** The IP address or network that they come from. */
  client: string
  times: number
}

/** The caller, and the count of its bucket in this minute, these requests included. */
export interface Counted {
  bucket: string
  used: number
  endsAtSeconds: number
  leftSeconds: number
  accountId: string | null
  /** Null where the account is not recorded yet. */
  plan: Plan | null
  email: string | null
  emailVerified: boolean | null
  keyId: string | null
  scopes: string[] | null
  mode: Mode | null
  /** The cell that has the account's data; null: this database, or the account is not recorded here. */
  cell: string | null
}

/**
 * Looks up the callers and counts their requests, in one statement. Unknown, revoked and held keys are
 * unauthenticated, as are JWTs of an earlier epoch than the account's; they count against the IP address that they
 * come from.
 *
 * The database's clock decides the minute, so that all processes agree on it. A window never goes back, although the
 * statement that was to open it may have waited for one of the next minute. Rows are locked in the same order
 * everywhere, so that statements cannot deadlock.
 */
export const admitRequests = perDatabase((db) => {
  const asked = db.$with('asked', {}).as(sql`
    select place, key_hash, client, times,
      case when coalesce(account.token_epoch, 0) <= epoch then asked.account_id end as account_id
    from unnest(${sql.placeholder('keyHashes')}::bytea[], ${sql.placeholder('accountIds')}::text[],
      ${sql.placeholder('epochs')}::integer[], ${sql.placeholder('clients')}::text[],
      ${sql.placeholder('times')}::integer[])
    with ordinality as asked (key_hash, account_id, epoch, client, times, place)
    left join alias.accounts account on account.id = asked.account_id
  `)
  const known = db.$with('known', {}).as(sql`
    select asked.place, asked.times, key.id as key_id, key.scopes, key.mode, account.plan, account.email, account.email_verified, account.cell,
      coalesce(key.account_id, asked.account_id) as account_id,
      case
        when key.id is not null then 'keys:' || key.account_id
        when asked.account_id is not null then 'person:' || asked.account_id
        else 'ip:' || asked.client
      end as bucket
    from asked
    left join alias.api_keys key on key.key_hash = asked.key_hash and key.revoked_at is null and key.held_at is null
    left join alias.accounts account on account.id = coalesce(key.account_id, asked.account_id)
  `)
  const taken = db.$with('taken', {}).as(sql`
    insert into alias.rate_limits as counted (bucket, used, ends_at)
    select bucket, sum(times), date_trunc('minute', now()) + interval '1 minute' from known
    group by bucket order by bucket
    on conflict (bucket) do update set
      used = excluded.used + case when counted.ends_at < excluded.ends_at then 0 else counted.used end,
      ends_at = greatest(counted.ends_at, excluded.ends_at)
    returning bucket, used, ends_at
  `)
  const admitted = db.$with('admitted', {
    bucket: sql<string>`bucket`.as('bucket'),
    used: sql<number>`used`.as('used'),
    endsAtSeconds: sql<number>`ends_at_seconds`.as('ends_at_seconds'),
    leftSeconds: sql<number>`left_seconds`.as('left_seconds'),
    accountId: sql<string | null>`account_id`.as('account_id'),
    plan: sql<Plan | null>`plan`.as('plan'),
    email: sql<string | null>`email`.as('email'),
    emailVerified: sql<boolean | null>`email_verified`.as('email_verified'),
    keyId: sql<string | null>`key_id`.as('key_id'),
    scopes: sql<string[] | null>`scopes`.as('scopes'),
    mode: sql<Mode | null>`mode`.as('mode'),
    cell: sql<string | null>`cell`.as('cell'),
  }).as(sql`
      select bucket, used, extract(epoch from ends_at)::integer as ends_at_seconds,
        ceil(extract(epoch from ends_at - now()))::integer as left_seconds,
        account_id, plan, email, email_verified, key_id, scopes, mode, cell
      from known join taken using (bucket) order by place
    `)
  const statement = db.with(asked, known, taken, admitted).select().from(admitted).prepare('admit_requests')

  return (requests: Asked[]): Promise<Counted[]> =>
    statement.execute({
      keyHashes: requests.map(({ keyHash }) => keyHash),
      accountIds: requests.map(({ accountId }) => accountId),
      epochs: requests.map(({ epoch }) => epoch),
      clients: requests.map(({ client }) => client),
      times: requests.map(({ times }) => times),
    })
})
