import { escapeMarkdown } from './escape-markdown.ts'
import type { Summary } from './summarize-event.ts'

/**
 * The body for a webhook of Discord, which mentions nobody.
 *
 * @see https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function discordMessage({ event, title, facts, at }: Summary): object {
  return {
    embeds: [
      {
        title: escapeMarkdown(title).slice(0, 256),
        fields: facts.map(({ label, value }) => ({
          name: escapeMarkdown(label),
          value: escapeMarkdown(value),
          inline: value.length < 40,
        })),
        footer: { text: event },
        timestamp: at.toISOString(),
      },
    ],
    allowed_mentions: { parse: [] },
  }
}
