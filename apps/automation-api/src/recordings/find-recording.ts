import { and, eq, isNull } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import { recordings } from '../db/recording-tables.ts'
import type { Actor } from '../services.ts'

export const recordingNotFound = () => new DomainError('not_found', 'Recording not found or unauthorized')

/** One that is neither saved nor deleted. */
export const isOwnRecording = ({ ownerId }: Pick<Actor, 'ownerId'>, id: string) =>
  and(eq(recordings.id, id), eq(recordings.ownerId, ownerId), isNull(recordings.closedAt))
