import { z } from 'zod'
import { suspension } from '../forwarding-addresses/suspension.ts'

const mostMailRules = 20
/** To as many mailboxes the rules of an alias forward, besides its forwarding rule. */
export const mostDestinations = 5
/** As many labels as an email may have. */
export const mostLabels = 20
const longestLabel = 50

const part = z.string().min(1).max(255)
const bytes = z.number().int().min(0).max(100_000_000)

export const headerCondition = z.strictObject({
  name: z
    .string()
    .max(76)
    // What RFC 5322 allows in the name of a field.
    .regex(/^[!-9;-~]+$/),
  contains: part
    .optional()
    .describe('A part of its value, as it is shown or written; without it, the field is there'),
})

/** What an email has to be for a rule to match it. Texts are looked for in any case. */
export const mailConditions = z.strictObject({
  from: part.optional().describe('A part of the sender’s address or name'),
  subject: part.optional().describe('A part of the subject'),
  header: headerCondition.optional().describe('A field of the header'),
  largerThan: bytes.optional().describe('Bytes of the whole message'),
  smallerThan: bytes.optional().describe('Bytes of the whole message'),
  hasAttachments: z.boolean().optional(),
  spam: z.enum(['clean', 'suspect', 'spam']).optional().describe('What was made of it'),
})

const action = z.enum(['forward', 'keep', 'discard', 'label', 'webhook'])

/** A label of emails. */
export const label = z
  .string()
  .trim()
  .min(1)
  .max(longestLabel)
  .regex(/^[^\p{Cc}]*$/u)

/** A rule of an alias: what becomes of the mail that it matches. */
export const mailRule = z.object({
  id: z.uuid(),
  conditions: mailConditions,
  action,
  forwardToId: z.uuid().nullable(),
  forwardToEmail: z.string().nullable(),
  label: z.string().nullable(),
  stop: z.boolean().describe('Whether no later rule is looked at, nor the forwarding rule'),
  isActive: z.boolean(),
  /** Of the mailbox: the rule forwards nothing until somebody confirms it again. */
  suspension: suspension.optional(),
})

export const newMailRule = z
  .strictObject({
    conditions: mailConditions
      .default({})
      .describe('All of them have to match; without any, every email does'),
    action: action.describe(
      '`forward` to a mailbox, which spam never is, `keep` with the alias alone, `discard` to the deleted emails, `label`, or `webhook`: published, and kept among the deleted emails alone',
    ),
    forwardToId: z
      .uuid()
      .optional()
      .describe(
        'For `forward`: a verified forwarding address, or a suspended one that the rules of the alias name already',
      ),
    label: label.optional().describe('For `label`'),
    stop: z
      .boolean()
      .optional()
      .describe('Whether no later rule is looked at. `keep`, `discard` and `webhook` always stop'),
    // Without a default, as it then leaves a rule on hold as it is.
    isActive: z
      .boolean()
      .optional()
      .describe('`true`, if it is not given. A rule that is on hold stays so until `true` is given')
      .meta({ default: true }),
  })
  .superRefine((rule, context) => {
    const needed = { forwardToId: 'forward', label: 'label' } as const
    for (const property of ['forwardToId', 'label'] as const) {
      const isNeeded = rule.action === needed[property]
      if (isNeeded === (rule[property] !== undefined)) continue
      context.addIssue({
        code: 'custom',
        path: [property],
        message: `is ${isNeeded ? 'needed' : 'only'} for the action ${needed[property]}`,
        params: { rule: 'isIn' },
      })
    }
    if (rule.action === 'forward' && rule.conditions.spam === 'spam')
      context.addIssue({
        code: 'custom',
        path: ['conditions', 'spam'],
        message: 'must not be spam for the action forward: spam is never forwarded',
        params: { rule: 'isIn' },
      })
    if (rule.stop === false && isLast(rule.action))
      context.addIssue({
        code: 'custom',
        path: ['stop'],
        message: `must be true for the action ${rule.action}`,
        params: { rule: 'isIn' },
      })
  })

const countDestinations = (rules: { forwardToId?: string | undefined }[]): number =>
  new Set(rules.flatMap(({ forwardToId }) => forwardToId ?? [])).size

export const mailRulesChange = z.strictObject({
  rules: z
    .array(newMailRule)
    .max(mostMailRules)
    .refine((rules) => countDestinations(rules) <= mostDestinations, {
      message: `must forward to ${mostDestinations} mailboxes at most`,
      params: { rule: 'arrayMaxSize' },
    })
    .describe('In their order; they replace all rules of the alias'),
})

export type MailConditions = z.infer<typeof mailConditions>
export type MailAction = z.infer<typeof action>
export type MailRule = z.infer<typeof mailRule>
export type NewMailRule = z.infer<typeof newMailRule>

/** Whether nothing can follow an action. */
export const isLast = (of: MailAction): boolean => ['keep', 'discard', 'webhook'].includes(of)
