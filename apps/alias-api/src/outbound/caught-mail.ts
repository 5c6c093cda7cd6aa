import { z } from 'zod'

/** Mail that would have left. */
export const caughtMessage = z.object({
  id: z.uuid(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  /** The whole message. */
  raw: z.string(),
  createdAt: z.iso.datetime(),
})

export type CaughtMessage = z.infer<typeof caughtMessage>
