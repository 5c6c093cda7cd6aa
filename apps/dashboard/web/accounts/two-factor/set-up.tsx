import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { accounts } from '../../client/accounts.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { SubmitOrCancel } from '../../controls/submit-or-cancel.tsx'
import { Loading } from '../../lists/loading.tsx'
import { OwnPasswordField } from '../own-password-field.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Switches two-factor authentication on: the password, the key for the app and its first code, the recovery codes. */
export function SetUp({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const start = useMutation({ mutationFn: accounts.startTwoFactor, gcTime: 0 })
  const confirm = useMutation({
    mutationFn: accounts.confirmTwoFactor,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries(twoFactorQuery),
  })
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onClose} />
  if (!start.data)
    return (
      <Form
        key="password"
        onSubmit={(values) => start.mutate(exactTextOf(values, 'password'))}
        error={start.error}
      >
        <p>Step 1 of 3: enter your password.</p>
        <OwnPasswordField />
        <SubmitOrCancel label="Continue" isBusy={start.isPending} onCancel={onClose} />
      </Form>
    )
  const { secret, uri } = start.data
  return (
    <Form key="code" onSubmit={(values) => confirm.mutate(textOf(values, 'code'))} error={confirm.error}>
      <p>Step 2 of 3: scan this code with your authenticator app, or enter the key there.</p>
      <Suspense fallback={<Loading />}>
        <QrCode text={uri} label="QR code for the authenticator app" />
      </Suspense>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} what="key" />
      </div>
      <CodeField hint="The six digits that the app shows now." />
      <SubmitOrCancel label="Switch on" isBusy={confirm.isPending} onCancel={onClose} />
    </Form>
  )
}
