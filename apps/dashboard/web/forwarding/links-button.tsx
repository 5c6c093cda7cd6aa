import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { Modal } from '../controls/modal.tsx'

/** Switches links in the mail that is forwarded to a mailbox on, after it has said what they allow, or off. */
export function LinksButton({
  mailbox: { id, email, hasAliasLinks = false },
}: {
  mailbox: AliasApi.ForwardingAddress
}) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => alias.forwardingAddresses.update(id, { hasAliasLinks: !hasAliasLinks }),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['forwarding-addresses'] })
    },
    // The dialog says why.
    onError: () => setIsOpen(true),
  })
  const word = hasAliasLinks ? 'Remove links' : 'Add links'
  const close = () => {
    setIsOpen(false)
    change.reset()
  }
  return (
    <>
      <Button
        tone="plain"
        isBusy={change.isPending}
        aria-label={`${word} in mail to ${email}`}
        onClick={() => (hasAliasLinks ? change.mutate() : setIsOpen(true))}
      >
        {word}
      </Button>
      <Modal title={`${word} in mail to ${email}?`} isOpen={isOpen} onClose={close}>
        <div className="stack">
          <p>
            With links, your mail program’s button to unsubscribe disables the alias that a forwarded email
            came to. Whoever reads the mailbox can disable and extend its aliases without signing in.
          </p>
          <ErrorNote error={change.error} />
          <div className="row">
            <Button tone="primary" isBusy={change.isPending} onClick={() => change.mutate()}>
              {word}
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
