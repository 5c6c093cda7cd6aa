import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'
import { SecretOnce } from '../controls/secret-once.tsx'
import type { Service } from '../services/service.ts'
import { webhookServices } from './webhook-services.ts'

/** Generates a new secret in the browser and shows it once. */
export function ReplaceSecretButton({ service, id }: { service: Service; id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const replace = useMutation({
    mutationFn: async () => {
      const secret = makeSecret()
      await webhookServices[service].update(id, { secret })
      return secret
    },
  })
  const close = () => {
    setIsOpen(false)
    replace.reset()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Replace secret</Button>
      <Modal title="Replace signing secret" isOpen={isOpen} onClose={close}>
        <div className="stack">
          <ErrorNote error={replace.error} />
          {replace.data === undefined ? (
            <>
              <p>
                Events are signed with the new secret from now on. For 24 hours, the webhook-signature header
                also carries a signature with the old secret.
              </p>
              <div className="row">
                <Button tone="primary" isBusy={replace.isPending} onClick={() => replace.mutate()}>
                  Replace
                </Button>
                <Button onClick={close}>Cancel</Button>
              </div>
            </>
          ) : (
            <SecretOnce secret={replace.data} what="the signing secret" />
          )}
        </div>
      </Modal>
    </>
  )
}

const makeSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`
