import { z } from 'zod'
import { localPart, newAddress } from '../addresses/address.ts'
import type { domainRules } from '../db/tables.ts'
import { longestPattern, readNamePattern } from './name-pattern.ts'

export const mostRules = 20

const prefix = z
  .string()
  .max(64)
  .regex(/^[\w.-]+$/)
  .toLowerCase()
const pattern = z
  .string()
  .min(1)
  .max(longestPattern)
  // As names are.
  .regex(/^[\x20-\x7e]*$/)
  .superRefine((text, context) => {
    const { fault } = readNamePattern(text)
    if (fault !== undefined)
      context.addIssue({
        code: 'custom',
        message: `must be a regular expression of RE2: ${fault}`,
        params: { rule: 'matches' },
      })
  })

/** What names a rule is for. */
const nameMatch = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('any') }),
  z.strictObject({ type: z.literal('prefix'), value: prefix.describe('What the name begins with') }),
  z.strictObject({
    type: z.literal('regex'),
    value: pattern.describe('A regular expression of RE2 for the whole name, in any case'),
  }),
])

/** A rule of a domain, by which mail to a name without an alias makes the alias. */
export const domainRule = z.object({
  id: z.uuid(),
  domainId: z.uuid(),
  position: z.number().int().describe('The first active rule that matches makes the alias'),
  match: z.object({ type: z.enum(['any', 'prefix', 'regex']), value: z.string().nullable() }),
  alias: z.string().nullable().describe('The label of the aliases'),
  forwardToId: z.uuid().nullable(),
  forwardToEmail: z.string().nullable(),
  expiresIn: z.number().int().nullable().describe('Seconds; null: as long as the plan allows'),
  autoRenew: z.boolean(),
  isActive: z.boolean(),
  aliasesCreated: z.number().int().describe('How many aliases it has made'),
  createdAt: z.iso.datetime(),
})

const position = z.number().int().min(1).max(mostRules)
const expiresIn = newAddress.shape.expiresIn.unwrap().int()

export const newDomainRule = z.strictObject({
  match: nameMatch,
  position: position.optional().describe('Before which rule it comes; the last without it'),
  alias: newAddress.shape.alias.describe('The label of the aliases'),
  forwardToId: newAddress.shape.forwardToId.describe(
    'The verified forwarding address that the aliases forward to',
  ),
  expiresIn: expiresIn.optional(),
  autoRenew: z.boolean().default(true).describe('Extends the aliases before they expire; false: they expire'),
  isActive: z.boolean().default(true),
})

export const domainRuleChange = z.strictObject({
  match: nameMatch.optional(),
  position: position.optional(),
  alias: newDomainRule.shape.alias.unwrap().nullable().optional(),
  forwardToId: z.uuid().nullable().optional(),
  expiresIn: expiresIn.nullable().optional(),
  autoRenew: z.boolean().optional(),
  isActive: z.boolean().optional(),
})

/** A name to try on the rules of a domain. */
export const nameToMatch = z.strictObject({ localPart })

export const matchedRule = z.object({ rule: domainRule.nullable() })

export type DomainRule = z.infer<typeof domainRule>
export type DomainRuleRow = typeof domainRules.$inferSelect

export function toDomainRule(row: DomainRuleRow & { forwardToEmail: string | null }): DomainRule {
  return {
    id: row.id,
    domainId: row.domainId,
    position: row.position,
    match: { type: row.matchType, value: row.matchValue },
    alias: row.label,
    forwardToId: row.forwardToId,
    forwardToEmail: row.forwardToEmail,
    expiresIn: row.expiresInSeconds,
    autoRenew: row.isRenewed,
    isActive: row.isActive,
    aliasesCreated: row.aliasesCreated,
    createdAt: row.createdAt.toISOString(),
  }
}
