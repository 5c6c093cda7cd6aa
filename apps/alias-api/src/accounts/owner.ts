import { z } from 'zod'

export const mode = z.enum(['live', 'test'])

export type Mode = z.infer<typeof mode>

/**
 * Whose a row is: an account's live or its test data, which never meet because they have different owners. Any account
 * id may follow, since the first colon ends the mode.
 */
export function ownerOf(accountId: string, of: Mode): string {
  return `${of}:${accountId}`
}

/** The account and the mode that an `owner_id` stands for. */
export function accountOf(ownerId: string): { accountId: string; mode: Mode } {
  const [of] = ownerId.split(':', 1)
  return { accountId: ownerId.slice(of!.length + 1), mode: mode.parse(of) }
}

/** All `owner_id`s of an account: of its live and of its test data. */
export const ownersOf = (accountId: string): string[] => mode.options.map((of) => ownerOf(accountId, of))
