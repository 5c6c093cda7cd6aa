import { z } from 'zod'
import type { secrets } from '../db/secret-tables.ts'
import { variableName } from '../automations/variables/variable-name.ts'

/** The context that a secret is sealed in. */
export const secretContext = (ownerId: string, name: string) => `secret:${ownerId}:${name}`

export const secretParameters = z.object({ name: variableName })

const MOST_CHARACTERS = 10_000

// No error repeats any of it.
const value = z
  .custom<string>((given) => typeof given === 'string' && given !== '' && given.length <= MOST_CHARACTERS, {
    message: `must be a text of 1 to ${MOST_CHARACTERS} characters`,
    params: { rule: 'length', isSecret: true },
  })
  .meta({ type: 'string', minLength: 1, maxLength: MOST_CHARACTERS })

export const newSecret = z.strictObject({ value })

/** A secret without its value, which is never shown again. */
export const secret = z.object({
  name: z.string().describe('Steps refer to it as `${secrets.name}`'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe('When its value was last replaced'),
})

export type Secret = z.infer<typeof secret>

export const toSecret = ({
  name,
  createdAt,
  updatedAt,
}: Omit<typeof secrets.$inferSelect, 'ownerId' | 'sealedValue'>): Secret => ({
  name,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
