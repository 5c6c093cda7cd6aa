import { z } from 'zod'
import { variableName } from '../variables/variable-name.ts'
import { condition } from './condition.ts'
import { everyAction, outputName } from './step-fields.ts'

// `timeoutMs` is how long an element that a condition is about may take to appear, by default a second.
const { assertedEvents: _ofOneStep, ...inFlow } = everyAction

const MOST_ROUNDS = 1000

/** The most steps within a step, on one level. */
const MOST_NESTED = 100

const ifFields = z.strictObject({ ...inFlow, type: z.literal('if'), condition })

const repeatFields = z.strictObject({
  ...inFlow,
  type: z.literal('repeat'),
  times: z.int().min(1).max(MOST_ROUNDS).optional(),
  until: condition.optional(),
  while: condition.optional(),
  // The most rounds, by default 100. More would be needed: the step fails.
  max: z.int().min(1).max(MOST_ROUNDS).optional(),
})

const forEachFields = z.strictObject({
  ...inFlow,
  type: z.literal('forEach'),
  // What an earlier step has read, or a variable with a list: a JSON array, or one item on each line.
  in: z.union([outputName, variableName]),
  // The item's name: `${order}`, or for a row `${order.link}`.
  as: variableName,
})

type IfFields = z.infer<typeof ifFields>
type RepeatFields = z.infer<typeof repeatFields>
type ForEachFields = z.infer<typeof forEachFields>

// Interfaces, because a type that contains itself needs them.
export interface If<Step> extends IfFields {
  steps: Step[]
  else?: Step[] | undefined
}
export interface Repeat<Step> extends RepeatFields {
  steps: Step[]
}
export interface ForEach<Step> extends ForEachFields {
  steps: Step[]
}

/**
 * The schemas of the steps that contain others.
 *
 * @param nested the schema of the steps within; called when it is needed, because it contains these schemas
 */
export function createFlowActions<Step>(nested: () => z.ZodType<Step>) {
  const list = () => z.array(nested()).min(1).max(MOST_NESTED)
  return [
    z.strictObject({
      ...ifFields.shape,
      get steps() {
        return list()
      },
      get else() {
        return list().optional()
      },
    }),
    z
      .strictObject({
        ...repeatFields.shape,
        get steps() {
          return list()
        },
      })
      .refine(
        (given) => [given.times, given.until, given.while].filter((each) => each !== undefined).length === 1,
        {
          message: 'must have exactly one of times, until, while',
          params: { rule: 'isIn' },
        },
      ),
    z.strictObject({
      ...forEachFields.shape,
      get steps() {
        return list()
      },
    }),
  ] as const
}
