import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { MoreActions } from '../menus/more-actions.tsx'
import type { Service } from '../services/service.ts'
import { EditWebhookButton } from './edit-webhook-button.tsx'
import { ReplaceSecretButton } from './replace-secret-button.tsx'
import { TestWebhookButton } from './test-webhook-button.tsx'
import type { Webhook } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

export function WebhookActions({ service, webhook }: { service: Service; webhook: Webhook }) {
  const { update, remove, test, events } = webhookServices[service]
  const client = useQueryClient()
  const navigate = useNavigate()
  const pause = useMutation({
    mutationFn: () => update(webhook.id, { isActive: false }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', service] }),
  })
  const removeIt = async () => {
    await remove(webhook.id)
    await navigate({ to: '/webhooks/$service', params: { service } })
    await client.invalidateQueries({ queryKey: ['webhooks', service, 'list'] })
  }
  return (
    <>
      {test && <TestWebhookButton service={service} id={webhook.id} events={events} test={test} />}
      <EditWebhookButton service={service} webhook={webhook} />
      <MoreActions>
        <ReplaceSecretButton service={service} id={webhook.id} />
        {webhook.isActive && (
          <Button isBusy={pause.isPending} onClick={() => pause.mutate()}>
            Pause
          </Button>
        )}
        <ConfirmButton
          label="Delete"
          tone="danger"
          title="Delete this webhook?"
          confirm="Delete webhook"
          onConfirm={removeIt}
        >
          This cancels its pending deliveries and deletes its log.
        </ConfirmButton>
      </MoreActions>
    </>
  )
}
