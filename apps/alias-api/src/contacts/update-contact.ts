import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordChange } from '../audit-logs/record-change.ts'
import { contacts } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { toContact, type Contact, type contactChange } from './contact.ts'
import { enforceContacts } from './enforce-contacts.ts'
import { contactNotFound, isOwnContact, type ContactPath } from './own-contact.ts'

/** Renames a contact, or blocks or unblocks its mail. */
export async function updateContact(
  services: Services,
  actor: Actor,
  path: ContactPath,
  { name, isBlocked }: z.infer<typeof contactChange>,
): Promise<Contact> {
  const at = new Date(services.clock.now())
  return services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ isKept: contacts.isKept })
      .from(contacts)
      .where(isOwnContact(actor, path))
    if (!found) throw contactNotFound()
    if (!found.isKept) await enforceContacts(tx, actor.ownerId)
    const [changed] = await tx
      .update(contacts)
      .set({
        isKept: true,
        name: name === undefined ? sql`${contacts.name}` : name,
        blockedAt:
          isBlocked === undefined
            ? sql`${contacts.blockedAt}`
            : isBlocked
              ? sql`coalesce(${contacts.blockedAt}, ${at})`
              : null,
      })
      .where(isOwnContact(actor, path))
      .returning()
    if (!changed) throw contactNotFound()
    await recordChange(tx, services, actor)
    return toContact(changed)
  })
}
