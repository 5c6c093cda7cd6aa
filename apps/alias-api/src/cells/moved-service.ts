import type { MovedService } from '@waypost/commands'
import type { Db } from '@waypost/postgres'
import { aliasChannel } from '@waypost/webhooks'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accountOf, ownersOf } from '../accounts/owner.ts'
import { keysInCells, takenAddresses, takenDomains } from '../db/directory-tables.ts'
import { addresses, apiKeys, domains } from '../db/tables.ts'
import { workQueues, workSchema } from '../work-queues.ts'

const inboundQueues = workQueues
  .map(({ name }) => name)
  .filter((name) => /inbound|arrivals/.test(name))
  .map((name) => sql`${name}`)

export const movedAlias: MovedService = {
  schema: 'alias',
  queueSchemas: [workSchema, aliasChannel.outboxSchema],
  outboxSchema: aliasChannel.outboxSchema,
  ownersOf,
  links: {
    delivery_attempts: { column: 'delivery_id', parent: 'deliveries' },
    inbound_messages: { column: 'address_id', parent: 'addresses' },
    // Those of forwards name no account.
    return_paths: { column: 'email_id', parent: 'emails' },
  },
  // One message may have come to aliases of several accounts.
  shared: {
    messages: {
      by: ['emails', 'inbound_messages', 'outbound_messages'].map((table) => ({
        table,
        column: 'message_id',
      })),
      children: [{ table: 'attachments', column: 'message_id' }],
    },
  },
  // A message that came to several accounts is listed by one job, of any of them. An attempt to send that has left its place
  // goes on, with a job that makes up for it if its process dies: the message would be sent here and there.
  staying: sql`
    select id from own where name in (${sql.join(inboundQueues, sql`, `)})
    union all
    select own.id from own join alias.outbound_messages outbound
      on outbound.id = (data ->> 'outboundId')::uuid and outbound.attempts = (data ->> 'attempt')::integer
  `,
  passing: ['inbound_messages'],
  ofDatabase: [
    'accounts',
    'blob_pieces',
    'blobs',
    'caught_mail',
    'delivery_leases',
    'keys_in_cells',
    'migrations',
    'moves',
    'notice_claims',
    'plan_limits',
    'plan_senders',
    'platform_domains',
    'rate_limits',
    'sealing_keys',
    'spooled_pieces',
    'subdomain_names',
    'taken_addresses',
    'taken_domains',
    'taken_messages',
  ],
  // A sweep notes when bytes were compared, and the issuer of the JWTs what it has told.
  derived: ['email_counts', 'notices'],
  async enter(tx, to, accountId) {
    const keys = await to
      .select({ keyHash: apiKeys.keyHash, accountId: apiKeys.accountId })
      .from(apiKeys)
      .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    if (keys.length > 0) await tx.insert(keysInCells).values(keys).onConflictDoNothing()
    await enterAddresses(tx, to, accountId)
    const verified = await to
      .select()
      .from(domains)
      .where(
        and(
          inArray(domains.ownerId, ownersOf(accountId)),
          eq(domains.status, 'verified'),
          isNull(domains.platformDomain),
        ),
      )
    for (const { ownerId, domain, id: domainId, verificationToken } of verified) {
      const { mode } = accountOf(ownerId)
      await tx
        .insert(takenDomains)
        .values({ domain, mode, accountId, domainId, verificationToken })
        .onConflictDoNothing()
    }
  },
  async leave(tx, accountId) {
    await tx.delete(keysInCells).where(eq(keysInCells.accountId, accountId))
  },
}

const atOnce = 1000

async function enterAddresses(tx: Db, to: Db, accountId: string): Promise<void> {
  const rows = await to
    .select({ address: addresses.address, addressId: addresses.id })
    .from(addresses)
    .where(inArray(addresses.ownerId, ownersOf(accountId)))
  for (let start = 0; start < rows.length; start += atOnce)
    await tx
      .insert(takenAddresses)
      .values(rows.slice(start, start + atOnce).map((row) => ({ ...row, accountId })))
      .onConflictDoUpdate({
        target: takenAddresses.address,
        set: { addressId: sql`excluded.address_id` },
        setWhere: eq(takenAddresses.accountId, accountId),
      })
}
