import { sql } from 'drizzle-orm'
import { toHeldPage, type HeldRow, type Page, type Paged } from '@waypost/http'
import { nameIn } from '../alias-names/released-name.ts'
import type { Actor, Services } from '../services.ts'
import type { HeldAccess } from './held-access.ts'
import { ownersOf } from './owner.ts'

/** Everything that is off until its owner has confirmed it, newest first. */
export async function listHeldAccess(
  { db }: Pick<Services, 'db'>,
  { accountId }: Actor,
  { limit, offset }: Page,
): Promise<Paged<HeldAccess>> {
  const owners = sql`${sql.param(ownersOf(accountId))}::text[]`
  const { rows } = await db.execute<HeldRow<HeldAccess['kind']>>(sql`
    with held as (
      select id, 'api_key' as kind, name, prefix as target, created_at, held_at
      from alias.api_keys where account_id = ${accountId} and held_at is not null and revoked_at is null
      union all
      select id, 'webhook', url, url, created_at, held_at
      from alias.webhooks where owner_id = any(${owners}) and held_at is not null and is_registered
      union all
      select rule.id, 'forwarding_rule', ${nameIn(sql`address.address`)}, mailbox.email, rule.created_at, rule.held_at
      from alias.addresses address
      join alias.forwarding_rules rule on rule.address_id = address.id
      join alias.forwarding_addresses mailbox on mailbox.id = rule.forward_to_id
      where address.owner_id = any(${owners}) and rule.held_at is not null
      union all
      select rule.id, 'domain_rule', domain.domain, mailbox.email, rule.created_at, rule.held_at
      from alias.domain_rules rule
      join alias.domains domain on domain.id = rule.domain_id
      join alias.forwarding_addresses mailbox on mailbox.id = rule.forward_to_id
      where rule.owner_id = any(${owners}) and rule.held_at is not null
      union all
      select rule.id, 'mail_rule', ${nameIn(sql`address.address`)}, coalesce(mailbox.email, rule.action), rule.created_at, rule.held_at
      from alias.mail_rules rule
      join alias.addresses address on address.id = rule.address_id
      left join alias.forwarding_addresses mailbox on mailbox.id = rule.forward_to_id
      where rule.owner_id = any(${owners}) and rule.held_at is not null
    )
    select *, (select count(*) from held)::integer as total
    from held order by id desc limit ${limit} offset ${offset}
  `)
  return toHeldPage(rows)
}
