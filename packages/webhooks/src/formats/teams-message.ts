import { escapeMarkdown } from './escape-markdown.ts'
import type { Summary } from './summarize-event.ts'

/**
 * The body for an incoming webhook of Microsoft Teams, or for its workflow that posts what a webhook gets: an Adaptive
 * Card.
 *
 * @see https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export function teamsMessage({ event, title, facts, at }: Summary): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(escapeMarkdown(title), { weight: 'Bolder', size: 'Medium' }),
      ...(facts.length > 0
        ? [
            {
              type: 'FactSet',
              facts: facts.map(({ label, value }) => ({
                title: escapeMarkdown(label),
                value: escapeMarkdown(value),
              })),
            },
          ]
        : []),
      block(`${event} · ${at.toISOString()}`, { size: 'Small', isSubtle: true }),
    ],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

const block = (text: string, look: object) => ({ type: 'TextBlock', text, wrap: true, ...look })
