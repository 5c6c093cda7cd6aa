import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { Time } from '../times/time.tsx'
import { useNow } from '../times/use-now.ts'
import { LinksButton } from './links-button.tsx'
import { loadDestinations } from './forwarding-queries.ts'
import { PgpKeyButton } from './pgp-key-button.tsx'
import { ResendButton } from './resend-button.tsx'
import { Suspended } from './suspended.tsx'

export function ForwardingPage() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['forwarding-addresses'] })
  const add = useMutation({
    mutationFn: (email: string) => alias.forwardingAddresses.create(email),
    onSuccess: refresh,
  })
  const columns: Column<AliasApi.ForwardingAddress>[] = [
    { label: 'Mailbox', cell: ({ email }) => <span className="row-strong breakable">{email}</span> },
    {
      label: 'State',
      cell: ({ isVerified, suspension, hasAliasLinks, aliasLinksIn, pgpKey }) => (
        <span className="row">
          {suspension ? (
            <Suspended suspension={suspension} />
          ) : isVerified ? (
            <Pill tone="good">verified</Pill>
          ) : (
            <Pill tone="warn">not verified</Pill>
          )}
          {hasAliasLinks && (
            <Pill tone="plain">{aliasLinksIn === 'footer' ? 'links in a footer' : 'with links'}</Pill>
          )}
          {pgpKey && <KeyPill pgpKey={pgpKey} />}
        </span>
      ),
    },
    { label: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      label: '',
      cell: (mailbox) => {
        const { id, email, isVerified } = mailbox
        return (
          <span className="row">
            {isVerified && <LinksButton mailbox={mailbox} />}
            {isVerified && <PgpKeyButton mailbox={mailbox} />}
            {!isVerified && <ResendButton id={id} email={email} />}
            <ConfirmButton
              label="Delete"
              ariaLabel={`Delete ${email}`}
              title={`Delete ${email}?`}
              confirm="Delete mailbox"
              onConfirm={async () => {
                await alias.forwardingAddresses.delete(id)
                await refresh()
              }}
            >
              Aliases no longer forward to this mailbox. Rules with “Stop here” keep their emails; the others
              are deleted.
            </ConfirmButton>
          </span>
        )
      },
    },
  ]
  return (
    <>
      <PageHeader
        title="Forwarding"
        lead="Forward your aliases to mailboxes elsewhere. Add a mailbox, open the link that we send to it, then choose “Forward” on an alias."
      />
      <div className="stack">
        <div className="card">
          <Form onSubmit={(values) => add.mutate(textOf(values, 'email'))} error={add.error}>
            <TextField label="Mailbox" name="email" type="email" placeholder="you@example.com" required />
            <div className="row">
              <Button type="submit" tone="primary" isBusy={add.isPending}>
                Add mailbox
              </Button>
              <span role="status">{add.data && `We sent a verification link to ${add.data.email}.`}</span>
            </div>
          </Form>
        </div>
        <PagedTable
          caption="Mailboxes"
          queryKey={['forwarding-addresses', 'list']}
          load={loadDestinations}
          columns={columns}
          rowKey={({ id }) => id}
          refetchInterval={10_000}
          empty={
            <EmptyState title="No mailboxes yet">
              Add the mailbox that you read every day, so that email to your aliases can be forwarded to it.
            </EmptyState>
          }
        />
      </div>
    </>
  )
}

function KeyPill({ pgpKey }: { pgpKey: NonNullable<AliasApi.ForwardingAddress['pgpKey']> }) {
  const now = useNow(60_000)
  const isOver = pgpKey.expiresAt !== null && Date.parse(pgpKey.expiresAt) <= now
  return isOver ? <Pill tone="bad">key expired</Pill> : <Pill tone="plain">encrypted</Pill>
}
