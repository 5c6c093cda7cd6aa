import { z } from 'zod'

export const mode = z.enum(['live', 'test'])

export type Mode = z.infer<typeof mode>

/**
 * The `owner_id` of an account's rows: one for its live data and one for its test data, so that no query can mix the
 * two. Any account id may follow the mode, since the first colon ends it.
 */
export function ownerOf(accountId: string, of: Mode): string {
  return `${of}:${accountId}`
}

/** The account and the mode of an `owner_id`. */
export function accountOf(ownerId: string): { accountId: string; mode: Mode } {
  const [of] = ownerId.split(':', 1)
  return { accountId: ownerId.slice(of!.length + 1), mode: mode.parse(of) }
}

/** The `owner_id` of what the service sends by itself to role mailboxes. */
export const operatorId = ownerOf('operator', 'live')

/** All `owner_id`s of an account: of its live data and of its test data. */
export const ownersOf = (accountId: string): string[] => mode.options.map((of) => ownerOf(accountId, of))
