import { NODATA, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { and, desc, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { dkimKeys } from '../db/mail-tables.ts'
import type { DnsOptions, Services } from '../services.ts'
import { sendingDomains } from '../plan-senders/sending-domains.ts'
import { keyRecordOf, type DkimKeyRow } from './dkim-key.ts'
import { copyDkimKeys } from './copy-dkim-keys.ts'
import { addDkimKey, ensureDkimKey } from './ensure-dkim-key.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
// Whoever has just been shown a key publishes it now, and waits to be told that it works.
const awaitedEveryMs = 45_000
const newForMs = 2 * dayMs
const missingEveryMs = 10 * minuteMs
const replacedAfterMs = 180 * dayMs
// Mail that was signed with the previous key may still be in transit.
const keptAfterwardsMs = 7 * dayMs
const atATime = 20

export type KeyCheckServices = Pick<Services, 'db' | 'clock' | 'keyring' | 'directory'> & { dns: DnsOptions }

/**
 * Makes a key for every domain that mail leaves from: platform domains, plans' sending domains and custom domains. In a cell for
 * custom domains alone: its other keys are copies of the first database's.
 */
export async function ensureDkimKeys(services: KeyCheckServices): Promise<void> {
  if (services.directory?.isCell) await copyDkimKeys(services)
  const { rows } = await services.db.execute<{ domain: string; custom_domain_id: string | null }>(
    sql`${domainsWithoutKey(services)} limit ${atATime}`,
  )
  for (const { domain, custom_domain_id: customDomainId } of rows)
    await ensureDkimKey(services, { domain, customDomainId })
}

/** Selects the domains for which `ensureDkimKeys` makes keys. */
export function domainsWithoutKey({ directory }: Pick<Services, 'directory'>): SQL {
  const isFirst = directory?.isCell !== true
  return sql`
    select domain, null::uuid as custom_domain_id from alias.platform_domains where ${isFirst} and retired_at is null and not exists (
      select from alias.dkim_keys key where key.domain = platform_domains.domain and custom_domain_id is null)
    union all select domain, null from (${sendingDomains}) sending where ${isFirst} and not exists (
      select from alias.dkim_keys key where key.domain = sending.domain and custom_domain_id is null)
    union all select domain, id from alias.domains where status = 'verified' and platform_domain is null and not exists (
      select from alias.dkim_keys where custom_domain_id = domains.id)`
}

/**
 * Lets the keys of a domain that DNS did not have be checked at once: whoever looks at them may just have published one, however
 * long ago it was made.
 */
export async function expectDkimKeys(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  keys: DkimKeyRow[],
): Promise<void> {
  const missing = keys.flatMap(({ id, publishedAt }) => (publishedAt === null ? [id] : []))
  if (missing.length === 0) return
  const now = new Date(clock.now())
  await db
    .update(dkimKeys)
    .set({ nextCheckAt: now })
    .where(
      and(inArray(dkimKeys.id, missing), gt(dkimKeys.nextCheckAt, new Date(now.getTime() + awaitedEveryMs))),
    )
}

/**
 * Checks whether DNS has the keys that are due for a check: a new key is used within a minute of its publication. After half a
 * year another key is made, and the previous one is deleted a week after DNS has the new one.
 *
 * @returns how many keys were checked
 */
export async function checkDkimKeys(services: KeyCheckServices): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const { rows } = await db.execute<{ id: string }>(sql`
    update alias.dkim_keys set next_check_at = ${new Date(now + awaitedEveryMs)}
    where id in (
      select id from alias.dkim_keys where next_check_at <= ${new Date(now)}
      order by next_check_at limit ${atATime} for no key update skip locked)
    returning id
  `)
  await Promise.all(rows.map(({ id }) => checkKey(services, id, now)))
  return rows.length
}

async function checkKey(services: KeyCheckServices, id: string, now: number): Promise<void> {
  const { db, dns } = services
  const [key] = await db.select().from(dkimKeys).where(eq(dkimKeys.id, id))
  if (!key) return
  const isPublished = await askForKey(key, dns)
  if (isPublished === undefined) return
  const isNew = now - key.createdAt.getTime() < newForMs
  const nextCheckAt = new Date(now + (isPublished ? dayMs : isNew ? awaitedEveryMs : missingEveryMs))
  const publishedAt = isPublished ? (key.publishedAt ?? new Date(now)) : null
  await db.update(dkimKeys).set({ publishedAt, nextCheckAt }).where(eq(dkimKeys.id, id))
  if (publishedAt === null) return

  const { domain, customDomainId, number } = key
  const isSibling = and(
    eq(dkimKeys.domain, domain),
    sql`${dkimKeys.customDomainId} is not distinct from ${customDomainId}`,
  )
  if (now - publishedAt.getTime() >= keptAfterwardsMs)
    await db.delete(dkimKeys).where(and(isSibling, lt(dkimKeys.number, number)))
  const [newest] = await db.select().from(dkimKeys).where(isSibling).orderBy(desc(dkimKeys.number)).limit(1)
  if (newest?.id === id && now - publishedAt.getTime() >= replacedAfterMs)
    await addDkimKey(services, { domain, customDomainId }, number + 1)
}

/** Undefined where DNS does not answer. */
async function askForKey(key: DkimKeyRow, { servers, timeoutMs }: DnsOptions): Promise<boolean | undefined> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  try {
    const records = await resolver.resolveTxt(keyRecordOf(key).host)
    return records.some((strings) => publicKeyIn(strings.join('')) === key.publicKey)
  } catch (error) {
    const { code } = error as { code?: string }
    return code === NODATA || code === NOTFOUND ? false : undefined
  }
}

const publicKeyIn = (record: string) => /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '')
