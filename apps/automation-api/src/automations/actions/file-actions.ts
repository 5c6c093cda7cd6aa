import { z } from 'zod'
import { frame, selectors } from '@waypost/live-view'
import { everyAction, outputName } from './step-fields.ts'

// The output under which later steps and the result name the file, by default none.
const kept = { ...everyAction, output: outputName.optional() }

const fileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\]+$/)
  .optional()

// Keeps the download that an earlier step of the same list starts.
export const waitForDownload = z.strictObject({ ...kept, type: z.literal('waitForDownload'), fileName })

export const pdf = z.strictObject({
  ...kept,
  type: z.literal('pdf'),
  fileName,
  format: z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal']).optional(),
  landscape: z.boolean().optional(),
})

// Of the window, of the whole page, or of an element.
export const screenshot = z
  .strictObject({
    ...kept,
    type: z.literal('screenshot'),
    fileName,
    selectors: selectors.optional(),
    frame: frame.optional(),
    fullPage: z.boolean().optional(),
  })
  .refine(({ selectors: element, fullPage }) => element === undefined || fullPage === undefined, {
    message: 'is either of an element or of the full page',
    params: { rule: 'isIn' },
    path: ['fullPage'],
  })
