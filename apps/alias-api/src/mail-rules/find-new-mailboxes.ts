import { eq, inArray } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { forwardingAddresses, mailRules } from '../db/tables.ts'
import type { NewMailRule } from './mail-rule.ts'

/**
 * The mailboxes of rules that the rules of their alias do not name yet. Those that they name are locked and may be suspended: an
 * alias whose mailbox is suspended could not change its rules otherwise.
 */
export async function findNewMailboxes(
  tx: Db,
  addressId: string,
  rules: Pick<NewMailRule, 'forwardToId'>[],
): Promise<Set<string>> {
  const { id } = forwardingAddresses
  const named = tx
    .select({ id: mailRules.forwardToId })
    .from(mailRules)
    .where(eq(mailRules.addressId, addressId))
  const kept = await tx
    .select({ id })
    .from(forwardingAddresses)
    .where(inArray(id, named))
    .orderBy(id)
    .for('key share')
  const isKept = new Set(kept.map((mailbox) => mailbox.id))
  const wanted = rules.flatMap(({ forwardToId }) => forwardToId ?? [])
  return new Set(wanted.filter((mailbox) => !isKept.has(mailbox)))
}
