import { and, eq, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { newId, type Db } from '@waypost/postgres'
import type { z } from 'zod'
import { addressNotFound, isOwnAddress } from '../addresses/own-address.ts'
import { recordChange } from '../audit-logs/record-change.ts'
import { contacts } from '../db/mail-tables.ts'
import { addresses } from '../db/tables.ts'
import type { Actor, Services } from '../services.ts'
import { toContact, type Contact, type newContact } from './contact.ts'
import { newReverseAddress } from './reverse-address.ts'

const contactLimit = 10_000
export const tooManyContacts = `Contact limit reached: ${contactLimit} of ${contactLimit}. Delete one first.`

/** Adds a contact to an alias, to write to it first; or changes the name of the one with that address. */
export async function putContact(
  services: Services,
  actor: Actor,
  addressId: string,
  { email, name }: z.infer<typeof newContact>,
): Promise<Contact> {
  return services.db.transaction(async (tx) => {
    // Of two requests for the last contact, the second waits for the first.
    const [alias] = await tx
      .select({ domain: addresses.domain })
      .from(addresses)
      .where(isOwnAddress(actor, addressId))
      .for('no key update')
    if (!alias) throw addressNotFound()
    const contact =
      (await rename(tx, addressId, email, name)) ??
      (await add(tx, services, actor, { addressId, email, name: name ?? null, domain: alias.domain }))
    await recordChange(tx, services, actor)
    return toContact(contact)
  })
}

type Row = typeof contacts.$inferSelect

async function rename(
  tx: Db,
  addressId: string,
  email: string,
  name: string | null | undefined,
): Promise<Row | undefined> {
  const isIt = and(eq(contacts.addressId, addressId), sql`lower(${contacts.email}) = lower(${email})`)
  const [found] =
    name === undefined
      ? await tx.select().from(contacts).where(isIt)
      : await tx.update(contacts).set({ name }).where(isIt).returning()
  return found
}

async function add(
  tx: Db,
  { clock }: Services,
  { ownerId }: Actor,
  { domain, ...given }: { addressId: string; email: string; name: string | null; domain: string },
): Promise<Row> {
  if ((await tx.$count(contacts, eq(contacts.addressId, given.addressId))) >= contactLimit)
    throw new DomainError('forbidden', tooManyContacts)
  const [added] = await tx
    .insert(contacts)
    .values({
      ...given,
      id: newId(),
      ownerId,
      reverseAddress: newReverseAddress(domain),
      createdAt: new Date(clock.now()),
    })
    // A message of the contact is being forwarded at this moment.
    .onConflictDoNothing()
    .returning()
  return added ?? (await rename(tx, given.addressId, given.email, undefined))!
}
