import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { forwardingAddresses } from '../db/tables.ts'
import type { Actor } from '../services.ts'

export const forwardingAddressNotFound = () => new DomainError('not_found', 'Forwarding address not found')

export const isOwnForwardingAddress = ({ ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  and(eq(forwardingAddresses.id, id), eq(forwardingAddresses.ownerId, ownerId))
