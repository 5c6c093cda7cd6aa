import { z } from 'zod'

/** A message that was stored instead of sent. */
export const caughtMessage = z.object({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: 'The fields of the header in order, unfolded and with encoded words decoded' }),
  /** The whole message. */
  raw: z.string(),
  createdAt: z.iso.datetime(),
})

export type CaughtMessage = z.infer<typeof caughtMessage>
