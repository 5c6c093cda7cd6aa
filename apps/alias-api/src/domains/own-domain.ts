import { and, eq } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { domains } from '../db/tables.ts'
import type { Actor } from '../services.ts'

export const needsNoRecords = 'A subdomain of a platform domain needs no DNS records of yours'
export const domainNotFound = () => new DomainError('not_found', 'Domain not found')

export const isOwnDomain = ({ ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  and(eq(domains.id, id), eq(domains.ownerId, ownerId))
