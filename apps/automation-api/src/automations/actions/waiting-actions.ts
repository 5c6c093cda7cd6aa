import { z } from 'zod'
import { everyAction, isRegularExpression, outputName } from './step-fields.ts'

const MOST_WAIT_MS = 900_000

// Longer than that of other steps: people and mail take their time.
const timeoutMs = z.int().min(1).max(MOST_WAIT_MS).optional()

// A person does what steps cannot, and gives the run back.
export const handOver = z.strictObject({
  ...everyAction,
  timeoutMs,
  type: z.literal('handOver'),
  // What the person is asked to do.
  message: z.string().min(1).max(500),
})

// The first match of the pattern in a mail that came to an alias of the owner since the run began.
export const waitForEmail = z.strictObject({
  ...everyAction,
  timeoutMs,
  type: z.literal('waitForEmail'),
  // The alias.
  address: z.string().min(3).max(320),
  // Contained in the sender's address or name, and in the subject, whatever the case.
  from: z.string().min(1).max(320).optional(),
  subject: z.string().min(1).max(500).optional(),
  pattern: z
    .string()
    .min(1)
    .max(500)
    .refine(isRegularExpression, { message: 'must be a regular expression', params: { rule: 'isRegExp' } }),
  output: outputName,
  // A key of the alias service with emails:read; by default the secret `aliasApiKey`.
  apiKey: z
    .string()
    .regex(/^\$\{secrets\.[A-Za-z_][A-Za-z0-9_]*\}$/)
    .optional(),
})

/** The secret with the key of the alias service, where a step names no other. */
export const usualAliasKey = '${secrets.aliasApiKey}'
