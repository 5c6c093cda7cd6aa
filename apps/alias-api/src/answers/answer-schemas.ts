import { z } from 'zod'

/** How nearly every answer is wrapped. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

export const messageOnly = z.object({ message: z.string() })
