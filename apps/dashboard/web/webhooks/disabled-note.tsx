import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import type { Service } from '../services/service.ts'
import { Time } from '../times/time.tsx'
import type { Webhook } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

/** Explains why a webhook is inactive, and enables it again. */
export function DisabledNote({ service, webhook }: { service: Service; webhook: Webhook }) {
  const client = useQueryClient()
  const enable = useMutation({
    mutationFn: () => webhookServices[service].update(webhook.id, { isActive: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', service] }),
  })
  if (webhook.isActive && webhook.disabledAt === null) return null
  return (
    <div className="note note-warn stack-tight">
      {webhook.disabledAt === null ? (
        <p>This webhook is paused. Nothing is sent.</p>
      ) : (
        <p>
          This webhook was disabled <Time at={webhook.disabledAt} />:{' '}
          {webhook.disabledReason ?? 'too many deliveries failed'}. What it misses now can be sent later, with
          “Recover missed deliveries”.
        </p>
      )}
      <ErrorNote error={enable.error} />
      <div className="row">
        <Button tone="primary" isBusy={enable.isPending} onClick={() => enable.mutate()}>
          Enable again
        </Button>
      </div>
    </div>
  )
}
