import { z } from 'zod'

const money = z.object({
  amount: z.number(),
  currency: z.string().nullable().describe('ISO 4217; null where the page does not tell it'),
})

const cell = z.union([z.string(), z.number(), z.boolean(), money, z.null()])

const row = z.record(z.string(), cell)

/** What a run has read, by the outputs of its steps: a text, a list of texts, or the rows of a list. */
export const extractedData = z.record(z.string(), z.union([z.string(), z.array(z.string()), z.array(row)]))

export type Money = z.infer<typeof money>
export type Cell = z.infer<typeof cell>
export type Row = z.infer<typeof row>
export type ExtractedData = z.infer<typeof extractedData>
