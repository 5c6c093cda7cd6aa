import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { Loading } from '../lists/loading.tsx'
import { DestinationField } from './destination-field.tsx'
import { destinationChoices } from './forwarding-queries.ts'
import { Suspended } from './suspended.tsx'

type RuleChange = AliasApi.ForwardingRuleChange

/** Edits the forwarding rule of an alias: its destination and its filters. */
export function ForwardingRuleButton({ address }: { address: AliasApi.Alias }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button tone="plain" aria-label={`Forward ${address.address}`} onClick={() => setIsOpen(true)}>
        Forward
      </Button>
      <Modal title={`Forward ${address.address}`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <RuleForm addressId={address.id} onDone={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function RuleForm({ addressId: id, onDone }: { addressId: string; onDone: () => void }) {
  const client = useQueryClient()
  const rule = useQuery({
    queryKey: ['forwarding-rules', id],
    queryFn: () => alias.addresses.getForwarding(id),
  })
  const { data: destinations } = useQuery(destinationChoices)
  const update = useMutation({
    mutationFn: (body: RuleChange) => alias.addresses.updateForwarding(id, body),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['forwarding-rules', id] })
    },
  })
  if (!rule.data || !destinations) return <Loading />
  const { suspension, forwardToId: mailboxId, forwardToEmail } = rule.data
  // A suspended mailbox stays the rule's own, and nothing is forwarded until it is confirmed again.
  const choices =
    suspension && mailboxId !== null
      ? [{ id: mailboxId, email: `${forwardToEmail} (suspended)` }, ...destinations]
      : destinations
  if (choices.length === 0)
    return (
      <p>
        First <Link to="/forwarding">add a mailbox</Link> and open the link in the email that it gets.
      </p>
    )
  const submit = (values: FormData) => {
    const forwardToId = textOf(values, 'forwardToId') || null
    update.mutate({
      // The service takes a suspended mailbox for no rule, and keeps it in the rule that has it.
      ...(forwardToId !== rule.data.forwardToId && { forwardToId }),
      ...(forwardToId !== null && {
        filterSender: textOf(values, 'filterSender') || null,
        filterSubject: textOf(values, 'filterSubject') || null,
        isActive: values.has('isActive'),
      }),
      // They hold for the alias's mail rules too, which need no forwarding rule.
      removesTrackers: values.has('removesTrackers'),
      forwardsUnverified: values.has('forwardsUnverified'),
    })
  }
  const { forwardToId, filterSender, filterSubject, isActive, removesTrackers, forwardsUnverified } =
    rule.data
  return (
    <Form onSubmit={submit} error={update.error}>
      <DestinationField label="To" destinations={choices} chosen={forwardToId} />
      {suspension && (
        <p className="row">
          <Suspended suspension={suspension} />
          <span>
            Email is withheld until you confirm the mailbox again, under{' '}
            <Link to="/forwarding">Forwarding</Link>.
          </span>
        </p>
      )}
      <TextField
        label="Only from"
        name="filterSender"
        maxLength={255}
        defaultValue={filterSender ?? ''}
        hint="Part of the sender’s address or name. Leave empty for every sender."
      />
      <TextField
        label="Only with the subject"
        name="filterSubject"
        maxLength={255}
        defaultValue={filterSubject ?? ''}
        hint="Part of the subject. Leave empty for any subject."
      />
      <CheckField
        name="removesTrackers"
        label="Remove tracking pixels, and tracking parameters of links"
        defaultChecked={removesTrackers ?? false}
      />
      <CheckField
        name="forwardsUnverified"
        label="Also forward email of unproved senders whose domain permits it (p=none), marked as unverified"
        defaultChecked={forwardsUnverified ?? true}
      />
      <CheckField name="isActive" label="Forward" defaultChecked={isActive || forwardToId === null} />
      <Button type="submit" tone="primary" isBusy={update.isPending}>
        Save
      </Button>
    </Form>
  )
}
