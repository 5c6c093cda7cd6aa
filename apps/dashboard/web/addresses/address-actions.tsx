import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { ContactsButton } from '../contacts/contacts-button.tsx'
import { ForwardingRuleButton } from '../forwarding/forwarding-rule-button.tsx'
import { MailRulesButton } from '../mail-rules/mail-rules-button.tsx'
import { MoreActions } from '../menus/more-actions.tsx'
import { showToast } from '../toasts/toasts.ts'
import { EditAddressButton } from './edit-address-button.tsx'

export function AddressActions({ address }: { address: AliasApi.Alias }) {
  const { id, isActive, isStopped, expiresAt } = address
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['addresses'] })
  const pause = useMutation({
    mutationFn: (body: { isActive: boolean }) => alias.addresses.update(id, body),
    onSuccess: async (_updated, { isActive: isResumed }) => {
      await refresh()
      showToast({
        text: `${address.address} is ${isResumed ? 'active again' : 'paused'}`,
        undo: async () => {
          await alias.addresses.update(id, { isActive: !isResumed })
          await refresh()
        },
      })
    },
  })
  const remove = async () => {
    await alias.addresses.delete(id)
    await refresh()
  }
  const isOver = Date.parse(expiresAt) <= Date.now()
  return (
    <span className="row">
      {!isOver && isStopped !== true && (
        <Button
          tone="plain"
          isBusy={pause.isPending}
          aria-label={`${isActive ? 'Pause' : 'Resume'} ${address.address}`}
          onClick={() => pause.mutate({ isActive: !isActive })}
        >
          {isActive ? 'Pause' : 'Resume'}
        </Button>
      )}
      <EditAddressButton address={address} />
      <MoreActions of={address.address}>
        <ForwardingRuleButton address={address} />
        <MailRulesButton address={address} />
        <ContactsButton address={address} />
        <ConfirmButton
          label="Delete"
          ariaLabel={`Delete ${address.address}`}
          title="Delete this alias?"
          confirm="Delete alias"
          onConfirm={remove}
        >
          This permanently deletes {address.address} and all its emails.
        </ConfirmButton>
      </MoreActions>
    </span>
  )
}
