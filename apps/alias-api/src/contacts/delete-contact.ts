import { recordChange } from '../audit-logs/record-change.ts'
import { contacts } from '../db/mail-tables.ts'
import type { Actor, Services } from '../services.ts'
import { contactNotFound, isOwnContact, type ContactPath } from './own-contact.ts'

/** Deletes a contact. Its reverse address receives nothing more, and the next mail of the same person makes another. */
export async function deleteContact(services: Services, actor: Actor, path: ContactPath): Promise<void> {
  await services.db.transaction(async (tx) => {
    const deleted = await tx.delete(contacts).where(isOwnContact(actor, path)).returning({ id: contacts.id })
    if (deleted.length === 0) throw contactNotFound()
    await recordChange(tx, services, actor)
  })
}
