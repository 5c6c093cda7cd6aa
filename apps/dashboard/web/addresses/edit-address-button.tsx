import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { aliasAccountQuery } from '../accounts/alias-account-query.ts'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, SelectField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { lifetimesUpTo } from './lifetimes.ts'
import { NoticeField, noticeOf } from './notice-field.tsx'

/** Changes an alias's label, extends its lifetime, or chooses what happens before it expires. */
export function EditAddressButton({
  address: { id, address, alias: label, autoRenew = false, notifyBefore = 0 },
}: {
  address: AliasApi.Alias
}) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const { data: account } = useQuery(aliasAccountQuery)
  const update = useMutation({
    mutationFn: (body: AliasApi.AliasChange) => alias.addresses.update(id, body),
    onSuccess: async () => {
      setIsOpen(false)
      await client.invalidateQueries({ queryKey: ['addresses'] })
    },
  })
  const submit = (values: FormData) => {
    const seconds = Number(textOf(values, 'expiresIn'))
    const isRenewed = values.has('autoRenew')
    const notice = noticeOf(values)
    update.mutate({
      alias: textOf(values, 'alias') || null,
      ...(seconds > 0 && { expiresIn: seconds }),
      ...(isRenewed !== autoRenew && { autoRenew: isRenewed }),
      ...(notice !== (notifyBefore || null) && { notifyBefore: notice }),
    })
  }
  return (
    <>
      <Button tone="plain" aria-label={`Edit ${address}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Modal title={address} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Form onSubmit={submit} error={update.error}>
          <TextField label="Label" name="alias" maxLength={100} defaultValue={label ?? ''} />
          <SelectField label="Expires" name="expiresIn" defaultValue="0">
            <option value="0">no change</option>
            {lifetimesUpTo(account?.limits.maxTtlSeconds ?? 0).map(({ seconds, label: span }) => (
              <option key={seconds} value={seconds}>
                {span} from now
              </option>
            ))}
          </SelectField>
          <CheckField label="Renew it before it expires" name="autoRenew" defaultChecked={autoRenew} />
          <NoticeField maxSeconds={account?.limits.maxTtlSeconds ?? 0} seconds={notifyBefore} />
          <Button type="submit" tone="primary" isBusy={update.isPending}>
            Save
          </Button>
        </Form>
      </Modal>
    </>
  )
}
