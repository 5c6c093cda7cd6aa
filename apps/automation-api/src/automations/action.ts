import { z } from 'zod'

const selectorPart = z.string().min(1).max(2000)

// The Chrome DevTools Recorder's form: alternatives, each one selector or a chain of them, where a part is looked
// for inside what the part before it found.
const selectors = z
  .array(z.union([selectorPart, z.array(selectorPart).min(1).max(20)]))
  .min(1)
  .max(20)

const everyAction = {
  name: z.string().min(1).max(100),
  timeoutMs: z.int().min(1).max(60_000).optional(),
}

export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...everyAction,
    type: z.literal('navigate'),
    url: z.url({ protocol: /^https?$/ }).max(2048),
  }),
  z.strictObject({
    ...everyAction,
    type: z.literal('click'),
    selectors,
  }),
  z.strictObject({
    ...everyAction,
    type: z.literal('change'),
    selectors,
    value: z.string(),
  }),
  z.strictObject({
    ...everyAction,
    type: z.literal('waitForElement'),
    selectors,
    // As in the Recorder, false inverts the step: it waits until no such element is to be seen.
    visible: z.boolean().optional(),
  }),
  z.strictObject({
    ...everyAction,
    type: z.literal('extractText'),
    selectors,
    output: z
      .string()
      .max(100)
      .regex(/^[A-Za-z][A-Za-z0-9_]*$/),
    multiple: z.boolean().optional(),
    pattern: z
      .string()
      .min(1)
      .max(500)
      .refine(isRegularExpression, { message: 'must be a regular expression', params: { rule: 'isRegExp' } })
      .optional(),
  }),
])

export type Action = z.infer<typeof actionSchema>

function isRegularExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}
