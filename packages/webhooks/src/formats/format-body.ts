import { discordMessage } from './discord-message.ts'
import { slackMessage } from './slack-message.ts'
import { summarizeEvent, type Summary } from './summarize-event.ts'
import { teamsMessage } from './teams-message.ts'
import type { WebhookFormat } from './webhook-format.ts'

const messages: Record<WebhookFormat, (summary: Summary) => object> = {
  slack: slackMessage,
  discord: discordMessage,
  teams: teamsMessage,
}

/**
 * The text that is sent to a webhook: the envelope as it is stored, or the message of a chat service that is made of it. The
 * same for the same event, so that repeated attempts are.
 */
export function formatBody(format: WebhookFormat | null, body: string): string {
  return format === null ? body : JSON.stringify(messages[format](summarizeEvent(body)))
}
