import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { CheckField, TextAreaField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { Time } from '../times/time.tsx'

type Change = AliasApi.ForwardingAddressChange

/** Edits the PGP key to which the mail that is forwarded to a mailbox is encrypted. */
export function PgpKeyButton({ mailbox }: { mailbox: AliasApi.ForwardingAddress }) {
  const [isOpen, setIsOpen] = useState(false)
  const title = `Encrypt mail to ${mailbox.email}`
  return (
    <>
      <Button tone="plain" aria-label={title} onClick={() => setIsOpen(true)}>
        Encrypt
      </Button>
      <Modal title={title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <KeyForm mailbox={mailbox} onDone={() => setIsOpen(false)} />
      </Modal>
    </>
  )
}

function KeyForm({
  mailbox: { id, pgpKey },
  onDone,
}: {
  mailbox: AliasApi.ForwardingAddress
  onDone: () => void
}) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Change) => alias.forwardingAddresses.update(id, body),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['forwarding-addresses'] })
    },
  })
  const submit = (values: FormData) => {
    const armored = textOf(values, 'pgpKey').trim()
    change.mutate({
      ...(armored !== '' && { pgpKey: armored }),
      hidesSubject: values.has('hidesSubject'),
    })
  }
  return (
    <Form onSubmit={submit} error={change.error}>
      {pgpKey && <CurrentKey pgpKey={pgpKey} />}
      <TextAreaField
        label={pgpKey ? 'Another public key' : 'Public key'}
        name="pgpKey"
        rows={8}
        required={!pgpKey}
        placeholder="-----BEGIN PGP PUBLIC KEY BLOCK-----"
        hint="In ASCII armor. You decrypt with the private key in your mail program. Once the key has expired, nothing is forwarded."
      />
      <CheckField
        name="hidesSubject"
        label="Encrypt the subject too"
        defaultChecked={pgpKey?.hidesSubject ?? false}
      />
      <div className="row">
        <Button type="submit" tone="primary" isBusy={change.isPending}>
          Save
        </Button>
        {pgpKey && (
          <ConfirmButton
            label="Stop encrypting"
            tone="danger"
            title="Stop encrypting?"
            confirm="Send unencrypted"
            onConfirm={() => change.mutateAsync({ pgpKey: null })}
          >
            Email is forwarded in plain text from the next one on, and the key is gone.
          </ConfirmButton>
        )}
      </div>
    </Form>
  )
}

function CurrentKey({ pgpKey }: { pgpKey: NonNullable<AliasApi.ForwardingAddress['pgpKey']> }) {
  const groups = pgpKey.fingerprint.toUpperCase().match(/.{1,4}/g) ?? []
  return (
    <dl className="facts">
      <dt>Fingerprint</dt>
      <dd>
        <code className="breakable">{groups.join(' ')}</code>
      </dd>
      <dt>Expires</dt>
      <dd>{pgpKey.expiresAt === null ? 'never' : <Time at={pgpKey.expiresAt} />}</dd>
    </dl>
  )
}
