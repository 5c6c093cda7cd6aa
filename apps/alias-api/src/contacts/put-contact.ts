import { and, eq, sql } from 'drizzle-orm'
import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { contacts } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toContact, type Contact, type newContact } from './contact.ts'
import { enforceContacts } from './enforce-contacts.ts'
import { newReverseAddress } from './reverse-address.ts'

/** Adds a contact to an alias, to write to it first; or changes the name of the one with that address. */
export async function putContact(
  services: Services,
  actor: Actor,
  addressId: string,
  { email, name }: z.infer<typeof newContact>,
): Promise<Contact> {
  return services.db.transaction(async (tx) => {
    const [alias] = await tx
      .select({ domain: addresses.domain })
      .from(addresses)
      .where(isOwnAddress(actor, addressId))
    if (!alias) throw addressNotFound()
    const given = { addressId, email, name }
    if (!(await isKept(tx, given))) await enforceContacts(tx, actor.ownerId)
    const contact =
      (await keep(tx, given)) ??
      (await add(tx, services, actor, { ...given, domain: alias.domain })) ??
      // A message of the contact is being forwarded at this moment.
      (await keep(tx, given))
    await recordChange(tx, services, actor)
    return toContact(contact!)
  })
}

type Row = typeof contacts.$inferSelect

interface Given {
  addressId: string
  email: string
  name: string | null | undefined
}

const isIt = ({ addressId, email }: Given) =>
  and(eq(contacts.addressId, addressId), sql`lower(${contacts.email}) = lower(${email})`)

async function isKept(tx: Db, given: Given): Promise<boolean> {
  const [found] = await tx.select({ isKept: contacts.isKept }).from(contacts).where(isIt(given))
  return found?.isKept ?? false
}

async function keep(tx: Db, given: Given): Promise<Row | undefined> {
  const [kept] = await tx
    .update(contacts)
    .set({ isKept: true, ...(given.name !== undefined && { name: given.name }) })
    .where(isIt(given))
    .returning()
  return kept
}

async function add(
  tx: Db,
  { clock }: Services,
  { ownerId }: Actor,
  { domain, addressId, email, name = null }: Given & { domain: string },
): Promise<Row | undefined> {
  const at = new Date(clock.now())
  const [added] = await tx
    .insert(contacts)
    .values({
      id: newId(),
      ownerId,
      addressId,
      email,
      name,
      reverseAddress: newReverseAddress(domain),
      createdAt: at,
      usedAt: at,
      isKept: true,
    })
    .onConflictDoNothing()
    .returning()
  return added
}
