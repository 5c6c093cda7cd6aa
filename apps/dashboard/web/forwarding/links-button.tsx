import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField } from '../controls/field.tsx'
import { Modal } from '../controls/modal.tsx'

type Place = NonNullable<AliasApi.ForwardingAddress['aliasLinksIn']>

const hints: Record<Place, string> = {
  header:
    'Your mail program’s button to unsubscribe disables the alias that a forwarded email came to. The text stays as its author wrote it.',
  footer:
    'Below the text of each forwarded email, which then no longer has its author’s signature: “via Waypost” stands beside the author’s name.',
}

/** Switches links in the mail that is forwarded to a mailbox on, after it has said what they allow, or off. */
export function LinksButton({
  mailbox: { id, email, hasAliasLinks = false },
}: {
  mailbox: AliasApi.ForwardingAddress
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [place, setPlace] = useState<Place>('header')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      alias.forwardingAddresses.update(
        id,
        hasAliasLinks ? { hasAliasLinks: false } : { hasAliasLinks: true, aliasLinksIn: place },
      ),
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
          <p>With links, whoever reads the mailbox can disable and extend its aliases without signing in.</p>
          <SelectField
            label="Where"
            name="aliasLinksIn"
            hint={hints[place]}
            value={place}
            onChange={({ target }) => setPlace(target.value === 'footer' ? 'footer' : 'header')}
          >
            <option value="header">In the header</option>
            <option value="footer">In a footer</option>
          </SelectField>
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
