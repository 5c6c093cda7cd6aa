import type { WebhookNotice } from './notice.ts'

export function writeWebhookNotice(
  { webhookId, webhookName, url, failingSince, failedAttempts, lastStatus }: WebhookNotice,
  publicUrl: URL,
): { subject: string; text: string } {
  const name = webhookName.replaceAll(/\s+/g, ' ')
  const last = lastStatus === null ? '' : `, the last one with “${lastStatus}”`
  return {
    subject: `Webhook fails: ${name}`,
    text: `Your webhook “${name}” to ${url} has delivered nothing since ${failingSince}. ${failedAttempts} attempts failed${last}.

The webhook's page shows the errors. Once your server answers again, you can recover the missed deliveries there:

${publicUrl.origin}/webhooks/automation/${webhookId}

You get no further email about this webhook until it has delivered something again.
`,
  }
}
