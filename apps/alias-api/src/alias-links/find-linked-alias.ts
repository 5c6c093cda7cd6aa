import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { accountOf } from '../accounts/owner.ts'
import { isStopped } from '../alias-names/former-alias.ts'
import { accounts, addresses, forwardingAddresses } from '../db/tables.ts'
import type { Services } from '../services.ts'
import { readLink, type LinkPurpose } from './alias-link.ts'

export type FoundAlias = Awaited<ReturnType<typeof findLinkedAlias>>

/** Whether there is something to extend: a paused alias receives nothing, and one that renews itself does not expire. */
export const canBeExtended = ({ isActive, renewSeconds }: NonNullable<FoundAlias>): boolean =>
  isActive && renewSeconds === null

/** Whether a rule of the alias names the mailbox, also one that is off. */
const hasRuleFor = sql`(
  exists (select from alias.forwarding_rules rule
    where rule.address_id = ${addresses.id} and rule.forward_to_id = ${forwardingAddresses.id})
  or exists (select from alias.mail_rules rule
    where rule.address_id = ${addresses.id} and rule.forward_to_id = ${forwardingAddresses.id})
)`

/**
 * The alias of a link. Undefined where the link was not made here for the purpose, has expired, or no longer stands for
 * anything: the alias is gone, stopped or forwards elsewhere, or its owner wants no links any more.
 */
export async function findLinkedAlias(
  { db, clock, keyring }: Pick<Services, 'db' | 'clock' | 'keyring'>,
  purpose: LinkPurpose,
  token: string,
) {
  const about = readLink(keyring, purpose, token, clock.now())
  if (!about) return undefined
  const [alias] = await db
    .select({ row: addresses })
    .from(addresses)
    .innerJoin(forwardingAddresses, eq(forwardingAddresses.ownerId, addresses.ownerId))
    .where(
      and(
        eq(addresses.id, about.addressId),
        eq(forwardingAddresses.id, about.forwardingAddressId),
        forwardingAddresses.hasAliasLinks,
        isNotNull(forwardingAddresses.verifiedAt),
        hasRuleFor,
        not(isStopped(sql`addresses`)),
      ),
    )
  if (!alias) return undefined
  const { accountId, mode } = accountOf(alias.row.ownerId)
  const [account] = await db.select({ plan: accounts.plan }).from(accounts).where(eq(accounts.id, accountId))
  return { ...alias.row, accountId, mode, plan: account?.plan ?? ('free' as const) }
}
