import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { Modal } from '../controls/modal.tsx'
import { SecretOnce } from '../controls/secret-once.tsx'
import type { Service } from '../services/service.ts'
import { WebhookForm } from './webhook-form.tsx'
import { webhookServices } from './webhook-services.ts'

/** Asks for the properties of a new webhook, creates it and shows its secret. */
export function CreateWebhookButton({ service }: { service: Service }) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const create = useMutation({ mutationFn: webhookServices[service].create })
  const close = () => {
    setIsOpen(false)
    if (create.data) void client.invalidateQueries({ queryKey: ['webhooks', service] })
    create.reset()
  }
  return (
    <>
      <Button tone="primary" onClick={() => setIsOpen(true)}>
        New webhook
      </Button>
      <Modal title={create.data ? 'Signing secret' : 'New webhook'} isOpen={isOpen} onClose={close}>
        {create.data ? (
          <div className="stack">
            <p>
              Your server uses this secret to check that an event was sent by Waypost. The webhook’s page
              shows how.
            </p>
            <SecretOnce secret={create.data.secret} what="the signing secret" />
            <div className="row">
              <ButtonLink
                to="/webhooks/$service/$id"
                params={{ service, id: create.data.id }}
                tone="primary"
                onClick={close}
              >
                Open webhook
              </ButtonLink>
              <Button onClick={close}>Close</Button>
            </div>
          </div>
        ) : (
          <WebhookForm
            service={service}
            submit="Create"
            onSubmit={create.mutate}
            isBusy={create.isPending}
            error={create.error}
          />
        )}
      </Modal>
    </>
  )
}
