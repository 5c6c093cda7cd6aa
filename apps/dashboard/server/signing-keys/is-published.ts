import { gt, isNull, or } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'

/** Of keys whose signatures are good at a moment. */
export const isPublished = (at: Date) => or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, at))
