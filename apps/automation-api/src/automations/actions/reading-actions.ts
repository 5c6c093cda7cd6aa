import { z } from 'zod'
import { onElement } from './step-fields.ts'

export const waitForElement = z.strictObject({
  ...onElement,
  type: z.literal('waitForElement'),
  operator: z.enum(['>=', '==', '<=']).optional(),
  count: z.int().min(0).max(10_000).optional(),
  // As in the Recorder, false inverts the step: it waits until the condition is false.
  visible: z.boolean().optional(),
  attributes: z.record(z.string().min(1).max(200), z.string().max(10_000)).optional(),
  properties: z.record(z.string().min(1).max(200), z.unknown()).optional(),
})

export const extractText = z.strictObject({
  ...onElement,
  type: z.literal('extractText'),
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
})

function isRegularExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}
