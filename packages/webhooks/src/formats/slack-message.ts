import type { Summary } from './summarize-event.ts'

/**
 * The body for an incoming webhook of Slack. What senders of mail or web pages wrote is plain text, or escaped, so that it
 * mentions nobody and links nowhere.
 *
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
export function slackMessage({ event, title, facts, at }: Summary): object {
  return {
    text: escapeControls(title),
    parse: 'none',
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(title) },
      ...(facts.length > 0
        ? [{ type: 'section', fields: facts.map(({ label, value }) => plain(`${label}\n${value}`)) }]
        : []),
      { type: 'context', elements: [plain(`${event} · ${at.toISOString()}`)] },
    ],
  }
}

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })

const escapeControls = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
