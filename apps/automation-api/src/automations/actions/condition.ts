import { z } from 'zod'
import { variableName } from '../variables/variable-name.ts'
import { frame, selectors } from '@waypost/live-view'
import { outputName } from './step-fields.ts'

const SUBJECTS = ['present', 'absent', 'text', 'url', 'variable', 'output'] as const
export const COMPARISONS = ['equals', 'notEquals', 'contains', 'atLeast', 'atMost', 'isEmpty'] as const

const comparedText = z.string().max(10_000).optional()

/** How a condition compares a value. */
export const comparison = {
  equals: comparedText,
  notEquals: comparedText,
  contains: comparedText,
  // Compares numbers; of a list its length.
  atLeast: z.number().optional(),
  atMost: z.number().optional(),
  isEmpty: z.boolean().optional(),
}

export const isOne = (names: readonly string[], given: Record<string, unknown>) =>
  names.filter((name) => given[name] !== undefined).length === 1

/** What an `if` or a `repeat` decides by: the page, a variable, or what an earlier step has read. */
export const condition = z
  .strictObject({
    // A visible element, or none.
    present: selectors.optional(),
    absent: selectors.optional(),
    frame: frame.optional(),
    // Contained in the text of the page, or of the element at `selectors`.
    text: z.string().min(1).max(1000).optional(),
    selectors: selectors.optional(),
    // The whole URL; `*` stands for any text.
    url: z.string().min(1).max(2048).optional(),
    variable: variableName.optional(),
    output: outputName.optional(),
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
  .refine(({ text, selectors: within }) => within === undefined || text !== undefined, {
    message: 'are of a text only: use present or absent',
    params: { rule: 'isIn' },
    path: ['selectors'],
  })

export type Condition = z.infer<typeof condition>
