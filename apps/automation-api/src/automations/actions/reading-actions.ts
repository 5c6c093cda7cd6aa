import { z } from 'zod'
import { inFrame, isRegularExpression, onElement, outputName, showSecrets } from './step-fields.ts'

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
  output: outputName,
  showSecrets,
  multiple: z.boolean().optional(),
  pattern: z
    .string()
    .min(1)
    .max(500)
    .refine(isRegularExpression, { message: 'must be a regular expression', params: { rule: 'isRegExp' } })
    .optional(),
})

// Fails the run, with the message, unless all that it names holds in time.
export const assert = z
  .strictObject({
    ...inFrame,
    selectors: onElement.selectors.optional(),
    type: z.literal('assert'),
    // Contained in the element's text, or without selectors in the page's.
    text: z.string().min(1).max(1000).optional(),
    // The whole URL; `*` stands for any text.
    url: z.string().min(1).max(2048).optional(),
    // How many visible elements match.
    operator: waitForElement.shape.operator,
    count: z.int().min(0).max(10_000).optional(),
    message: z.string().min(1).max(500).optional(),
  })
  .refine(
    ({ text, url, count, selectors }) => [text, url, count, selectors].some((each) => each !== undefined),
    {
      message: 'must name a text, a url, an element or a count',
      params: { rule: 'isDefined' },
    },
  )
  .refine(({ count, operator, selectors }) => selectors !== undefined || (count ?? operator) === undefined, {
    message: 'must name the elements to count',
    params: { rule: 'isDefined' },
    path: ['selectors'],
  })
