import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

/** Switches links in the mail that is forwarded to a mailbox on or off. */
export function LinksButton({
  mailbox: { id, email, hasAliasLinks = false },
}: {
  mailbox: AliasApi.ForwardingAddress
}) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => alias.forwardingAddresses.update(id, { hasAliasLinks: !hasAliasLinks }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['forwarding-addresses'] }),
  })
  const word = hasAliasLinks ? 'Remove links' : 'Add links'
  return (
    <>
      <Button
        tone="plain"
        isBusy={change.isPending}
        aria-label={`${word} in mail to ${email}`}
        onClick={() => change.mutate()}
      >
        {word}
      </Button>
      <ErrorNote error={change.error} />
    </>
  )
}
