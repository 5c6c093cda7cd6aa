import { z } from 'zod'

/** The chat services whose incoming webhooks get messages in place of the events themselves. */
export const webhookFormat = z.enum(['slack', 'discord', 'teams'])

export type WebhookFormat = z.infer<typeof webhookFormat>

/** A message as its chat service shows it, and as it is sent. */
export const messagePreview = z.object({
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  body: z.record(z.string(), z.unknown()).describe('What is sent'),
})
