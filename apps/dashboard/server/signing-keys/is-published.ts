import { gt, isNull, or } from 'drizzle-orm'
import { signingKeys } from '../db/tables.ts'

/** Selects the keys whose signatures are valid at a moment. */
export const isPublished = (at: Date) => or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, at))
