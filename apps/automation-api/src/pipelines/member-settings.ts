import { z } from 'zod'
import { comparison, COMPARISONS, isOne } from '../automations/actions/condition.ts'
import { variableName } from '../automations/variables/variable-name.ts'

/** The rows that a member may run for: an automation runs once at a time. */
export const mostItems = 100

const SUBJECTS = ['output', 'variable', 'completed', 'failed'] as const

const output = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}(\.[A-Za-z0-9_]{1,100}){1,4}$/)
  .describe('What an earlier member has read: `search.products`')

const memberCondition = z
  .strictObject({
    output: output.optional(),
    variable: variableName.optional().describe('A value of the trigger'),
    completed: variableName.optional().describe('An earlier member, by its name, that completed'),
    failed: variableName.optional().describe('An earlier member, by its name, that failed'),
    ...comparison,
  })
  .refine((given) => isOne(SUBJECTS, given), {
    message: `must have exactly one of ${SUBJECTS.join(', ')}`,
    params: { rule: 'isIn' },
  })
  .refine((given) => isOne(COMPARISONS, given) === ((given.variable ?? given.output) !== undefined), {
    message: `must compare a variable or an output, and nothing else, in exactly one way: ${COMPARISONS.join(', ')}`,
    params: { rule: 'isIn' },
  })

/** What an automation of a pipeline gets from earlier ones, and whether and how often it runs. */
export const memberSettings = z.strictObject({
  automationId: z.uuid(),
  name: variableName.optional().describe('By which later members refer to what it read'),
  inputs: z
    .record(variableName, z.string().max(10_000))
    .optional()
    .describe(
      'Values of its variables: `${search.first}` is the output `first` of the member `search`, `${query}` a value of the trigger',
    ),
  when: memberCondition.optional().describe('It is skipped where this does not hold'),
  forEach: z
    .strictObject({
      in: output,
      as: variableName.describe('The name of the row in `inputs`: `${product.link}`'),
      max: z
        .number()
        .int()
        .min(1)
        .max(mostItems)
        .optional()
        .describe(`More rows fail it; ${mostItems} without it`),
    })
    .optional()
    .describe('It runs once for each row of a list, one after the other'),
})

export const memberList = z
  .array(memberSettings.extend({ automationId: z.uuid().transform((id) => id.toLowerCase()) }))
  .max(50)
  .refine((list) => new Set(list.map(({ automationId }) => automationId)).size === list.length, {
    message: 'must not name one twice',
    params: { rule: 'arrayUnique' },
  })

export type MemberSettings = z.infer<typeof memberSettings>
