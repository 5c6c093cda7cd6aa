import type { z } from 'zod'
import type { Channel } from '../channel.ts'
import { eventBody } from '../publish-event.ts'
import { formatBody } from './format-body.ts'
import { summarizeEvent } from './summarize-event.ts'
import type { messagePreview, WebhookFormat } from './webhook-format.ts'

/** The message that an event with this data becomes, with nothing sent. */
export function previewMessage(
  channel: Channel,
  { format, event, data, at }: { format: WebhookFormat; event: string; data: object; at: Date },
): z.infer<typeof messagePreview> {
  const body = eventBody(channel, event, at, data)
  const { title, facts } = summarizeEvent(body)
  return { title, facts, body: JSON.parse(formatBody(format, body)) as Record<string, unknown> }
}
