import { z } from 'zod'

/** The query of an overview: how many days, with today; 30 by default. */
export const daysQuery = z.object({
  days: z
    .string()
    .regex(/^([1-9]|[1-8]\d|90)$/, 'days must be a whole number from 1 to 90')
    .transform(Number)
    .default(30)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 90,
      default: 30,
      description: 'How many days, with today',
    }),
})
