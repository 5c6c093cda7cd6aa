import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import type { Service } from '../services/service.ts'
import { WebhookForm } from './webhook-form.tsx'
import type { Webhook, WebhookInput } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

export function EditWebhookButton({ service, webhook }: { service: Service; webhook: Webhook }) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (input: WebhookInput) => webhookServices[service].update(webhook.id, input),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['webhooks', service] })
    },
  })
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Edit</Button>
      <Modal title="Edit webhook" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <WebhookForm
          service={service}
          initial={webhook}
          submit="Save"
          onSubmit={update.mutate}
          isBusy={update.isPending}
          error={update.error}
        />
      </Modal>
    </>
  )
}
