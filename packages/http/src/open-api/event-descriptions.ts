import type { z } from 'zod'

/** What the document says about each event of a channel. */
export type EventDescriptions<Events extends Record<string, z.ZodType> = Record<string, z.ZodType>> = {
  [Name in keyof Events]: { description: string; example: z.input<Events[Name]> }
}
