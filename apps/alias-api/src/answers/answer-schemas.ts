import { z } from 'zod'

/** The `data` wrapper of nearly every response. */
export const dataOf = <Schema extends z.ZodType>(schema: Schema) => z.object({ data: schema })

export const messageOnly = z.object({ message: z.string() })
