import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'

export function ContactActions({
  addressId,
  contact: { id, email, isBlocked },
}: {
  addressId: string
  contact: AliasApi.Contact
}) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['addresses', 'contacts', addressId] })
  const block = useMutation({
    mutationFn: (body: AliasApi.ContactChange) => alias.addresses.updateContact(addressId, id, body),
    onSuccess: refresh,
  })
  const word = isBlocked ? 'Unblock' : 'Block'
  return (
    <span className="row">
      <Button
        tone="plain"
        isBusy={block.isPending}
        aria-label={`${word} ${email}`}
        onClick={() => block.mutate({ isBlocked: !isBlocked })}
      >
        {word}
      </Button>
      <ConfirmButton
        label="Delete"
        ariaLabel={`Delete ${email}`}
        title={`Delete ${email}?`}
        confirm="Delete contact"
        onConfirm={async () => {
          await alias.addresses.deleteContact(addressId, id)
          await refresh()
        }}
      >
        Its address for your mailbox no longer works, and a block ends.
      </ConfirmButton>
    </span>
  )
}
