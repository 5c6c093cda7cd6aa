import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts, type Passkey } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { textOf } from '../../controls/form-values.ts'
import { Modal } from '../../controls/modal.tsx'
import { SubmitOrCancel } from '../../controls/submit-or-cancel.tsx'
import { passkeysQuery } from './passkeys-query.ts'

export function RenamePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const rename = useMutation({
    mutationFn: (next: string) => accounts.renamePasskey(id, next),
    onSuccess: async () => {
      await client.invalidateQueries(passkeysQuery)
      setIsOpen(false)
    },
  })
  const close = () => {
    setIsOpen(false)
    rename.reset()
  }
  return (
    <>
      <Button tone="plain" aria-label={`Rename ${name}`} onClick={() => setIsOpen(true)}>
        Rename
      </Button>
      <Modal title={`Rename the passkey “${name}”`} isOpen={isOpen} onClose={close}>
        <Form onSubmit={(values) => rename.mutate(textOf(values, 'name'))} error={rename.error}>
          <TextField label="Name" name="name" maxLength={60} defaultValue={name} autoFocus required />
          <SubmitOrCancel label="Rename" isBusy={rename.isPending} onCancel={close} />
        </Form>
      </Modal>
    </>
  )
}
