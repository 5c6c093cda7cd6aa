import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { SubmitOrCancel } from '../../controls/submit-or-cancel.tsx'
import { describeBrowser } from '../describe-browser.ts'
import { OwnPasswordField } from '../own-password-field.tsx'
import { twoFactorQuery } from '../two-factor/two-factor-query.ts'
import { makePasskey } from './authenticator.ts'
import { passkeysQuery } from './passkeys-query.ts'
import { EitherCodeField } from '../two-factor/either-code-field.tsx'

/** Adds a passkey: what a sign-in takes, then its name and the browser's own dialog. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const needsCode = useQuery(twoFactorQuery).data?.isOn === true
  const start = useMutation({ mutationFn: accounts.startPasskey, gcTime: 0 })
  const add = useMutation({
    mutationFn: async (name: string) =>
      accounts.addPasskey({ name, response: await makePasskey(start.data!) }),
    gcTime: 0,
    onSuccess: async () => {
      await client.invalidateQueries(passkeysQuery)
      onClose()
    },
  })
  if (!start.data)
    return (
      <Form
        key="password"
        onSubmit={(values) =>
          start.mutate({
            password: exactTextOf(values, 'password'),
            ...(needsCode && { code: textOf(values, 'code') }),
          })
        }
        error={start.error}
      >
        <p>Step 1 of 2: enter your password{needsCode && ' and a code'}.</p>
        <OwnPasswordField />
        {needsCode && <EitherCodeField />}
        <SubmitOrCancel label="Continue" isBusy={start.isPending} onCancel={onClose} />
      </Form>
    )
  return (
    <Form key="name" onSubmit={(values) => add.mutate(textOf(values, 'name'))} error={add.error}>
      <p>Step 2 of 2: name the passkey, then follow your browser.</p>
      <TextField
        label="Name"
        name="name"
        maxLength={60}
        defaultValue={describeBrowser(navigator.userAgent)}
        hint="By which you recognise it: of the device, or of the password manager that keeps it."
        autoFocus
        required
      />
      <SubmitOrCancel label="Create passkey" isBusy={add.isPending} onCancel={onClose} />
    </Form>
  )
}
