import { Pill } from '../controls/pill.tsx'
import { describeSpan } from '../times/describe-span.ts'
import { useNow } from '../times/use-now.ts'
import type { Webhook } from './webhook-service.ts'

/** The state of a webhook. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const now = useNow(10_000)
  if (webhook.disabledAt !== null) return <Pill tone="bad">disabled after failures</Pill>
  if (!webhook.isActive) return <Pill>paused</Pill>
  if (webhook.failureCount > 0)
    return (
      <Pill tone="warn">
        {failing(webhook.failingSince, now)}: {webhook.failureCount}{' '}
        {webhook.failureCount === 1 ? 'attempt' : 'attempts'}, last {webhook.lastStatus}
      </Pill>
    )
  return webhook.lastTriggeredAt === null ? <Pill>nothing sent yet</Pill> : <Pill tone="good">active</Pill>
}

const failing = (since: string | undefined, now: number): string =>
  since === undefined ? 'failing' : `failing for ${describeSpan(now - Date.parse(since))}`
