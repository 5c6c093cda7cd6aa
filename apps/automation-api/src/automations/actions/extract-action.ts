import { z } from 'zod'
import { selectors } from '@waypost/live-view'
import { inFrame, languageTag, outputName, showSecrets } from './step-fields.ts'

const cellType = z.enum([
  'text',
  'number',
  'integer',
  'money',
  'date',
  'boolean',
  'url',
  'html',
  'exists',
  'count',
])

export type CellType = z.infer<typeof cellType>

// One value of each row: of an element within the row, of a column's cell, or without both of the row itself.
const field = z.strictObject({
  selectors: selectors.optional(),
  // The header of a table's column.
  column: z.string().min(1).max(200).optional(),
  // Read in place of the element's text.
  attribute: z
    .string()
    .max(200)
    .regex(/^[A-Za-z_][\w.:-]*$/)
    .optional(),
  type: cellType.optional(),
  // A row without the value fails the step; otherwise the value is null.
  required: z.boolean().optional(),
})

export type ExtractField = z.infer<typeof field>

const fields = z
  .record(outputName, field)
  .refine((all) => Object.keys(all).length > 0 && Object.keys(all).length <= 50, {
    message: 'must have 1 to 50 fields',
    params: { rule: 'arrayMaxSize' },
  })

const MOST_ROWS = 10_000

/** Reads a list: the elements that `rows` matches, or the rows of a `table`, whose headers name its columns. */
export const extract = z
  .strictObject({
    ...inFrame,
    type: z.literal('extract'),
    rows: selectors.optional(),
    table: selectors.optional(),
    // Of a table, by default every column under its header.
    fields: fields.optional(),
    output: outputName,
    showSecrets,
    // Also kept as a file of the execution.
    saveAs: z.enum(['csv', 'json']).optional(),
    // The least number of rows, by default 1: the step waits for them.
    min: z.int().min(0).max(MOST_ROWS).optional(),
    // In which numbers and dates are written, as `de-DE`; by default the page's language.
    locale: languageTag.optional(),
  })
  .refine(({ rows, table }) => (rows === undefined) !== (table === undefined), {
    message: 'must have either rows or a table',
    params: { rule: 'isIn' },
    path: ['rows'],
  })
  .refine(({ table, fields: given }) => table !== undefined || given !== undefined, {
    message: 'must name what to read of each row',
    params: { rule: 'isDefined' },
    path: ['fields'],
  })
  .refine(
    ({ table, fields: given = {} }) =>
      table !== undefined || Object.values(given).every(({ column }) => column === undefined),
    { message: 'have columns only in a table', params: { rule: 'isIn' }, path: ['fields'] },
  )
