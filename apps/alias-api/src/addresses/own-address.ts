import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { addresses } from '../db/tables.ts'
import type { Actor } from '../services.ts'

export const addressNotFound = () => new DomainError('not_found', 'Alias not found')

export const isOwnAddress = ({ ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  and(eq(addresses.id, id), eq(addresses.ownerId, ownerId))
