import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { contacts } from '../db/mail-tables.ts'
import type { Actor } from '../services.ts'

export interface ContactPath {
  id: string
  contactId: string
}

export const contactNotFound = () => new DomainError('not_found', 'Contact not found')

export const isOwnContact = ({ ownerId }: Pick<Actor, 'ownerId'>, { id, contactId }: ContactPath) =>
  and(eq(contacts.id, contactId), eq(contacts.addressId, id), eq(contacts.ownerId, ownerId))
