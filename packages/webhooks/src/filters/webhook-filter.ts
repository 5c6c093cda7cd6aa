import { z } from 'zod'
import { compileFilter, FilterError } from './compile-filter.ts'

/** A filter as owners give it. */
export const webhookFilter = z.record(z.string(), z.unknown()).superRefine((filter, context) => {
  try {
    compileFilter(filter)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    context.addIssue({ code: 'custom', message: error.message, params: { rule: 'isFilter' } })
  }
})

/** A filter, and the data of an event to try it on. */
export const filterTrial = z.strictObject({
  filter: webhookFilter,
  data: z.record(z.string(), z.unknown()).describe('As the `data` of an event'),
})

export const filterResult = z.object({ matches: z.boolean() })
