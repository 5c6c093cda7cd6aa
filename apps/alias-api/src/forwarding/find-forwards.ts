import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '@waypost/postgres'
import { emails, messages } from '../db/mail-tables.ts'
import { forwardingAddresses, forwardingRules } from '../db/tables.ts'
import { hosts } from '../domains/is-hosted.ts'

export type Message = typeof messages.$inferSelect
export type Email = Awaited<ReturnType<typeof selectForwards>>[number]['email']

/** A received email, and where it goes. */
export interface Found {
  email: Email
  message: Message
  /** Where the rule wants it to go; null without a rule, or one to an address that is not confirmed. */
  destination: {
    to: string
    forwardingAddressId: string
    isHosted: boolean
    filterSender: string | null
    filterSubject: string | null
  } | null
}

/** The emails and where they go, as the rules are now. */
export async function findForwards(db: Db, ids: string[]): Promise<(Found | undefined)[]> {
  const rows = await selectForwards(db, ids)
  const found = new Map(rows.map((row) => [row.email.id, toFound(row)]))
  return ids.map((id) => found.get(id))
}

function toFound({
  email,
  message,
  rule,
  address,
  isHosted,
}: Awaited<ReturnType<typeof selectForwards>>[number]): Found {
  const destination = rule &&
    address && { to: address.email, forwardingAddressId: address.id, isHosted, ...rule }
  return { email, message, destination }
}

function selectForwards(db: Db, ids: string[]) {
  const { id, ownerId, messageId, toAddress, fromAddress, fromName, subject } = emails
  const { receivedAt, authentication, forwardedAt } = emails
  return db
    .select({
      email: {
        id,
        ownerId,
        messageId,
        toAddress,
        fromAddress,
        fromName,
        subject,
        receivedAt,
        authentication,
        forwardedAt,
      },
      message: messages,
      rule: forwardingRules,
      address: { id: forwardingAddresses.id, email: forwardingAddresses.email },
      isHosted: hosts(sql`substring(${forwardingAddresses.email} from '[^@]*$')`),
    })
    .from(emails)
    .innerJoin(messages, eq(messages.id, messageId))
    .leftJoin(forwardingRules, and(eq(forwardingRules.addressId, emails.addressId), forwardingRules.isActive))
    .leftJoin(
      forwardingAddresses,
      and(eq(forwardingAddresses.id, forwardingRules.forwardToId), isNotNull(forwardingAddresses.verifiedAt)),
    )
    .where(inArray(id, ids))
}
