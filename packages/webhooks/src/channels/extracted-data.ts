import { z } from 'zod'

const money = z.object({
  amount: z.number(),
  currency: z.string().nullable().describe('ISO 4217; null where the page does not tell it'),
})

const cell = z.union([z.string(), z.number(), z.boolean(), money, z.null()])

const row = z.record(z.string(), cell)

// In place of what is too long for an event, or of a file that a step has made.
const file = z.object({
  artifactId: z.string(),
  name: z.string(),
  contentType: z.string(),
  size: z.number().int().describe('In bytes'),
  rows: z.number().int().optional().describe('Of a list'),
})

/**
 * What a run has read, by the outputs of its steps: a text, a list of texts, the rows of a list, or a
 * file.
 */
export const extractedData = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()), z.array(row), file]),
)

export type Money = z.infer<typeof money>
export type Cell = z.infer<typeof cell>
export type Row = z.infer<typeof row>
export type ExtractedData = z.infer<typeof extractedData>
