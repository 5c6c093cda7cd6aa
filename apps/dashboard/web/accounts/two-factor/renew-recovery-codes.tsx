import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { StepUpForm } from './step-up-form.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

export function RenewRecoveryCodes({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: accounts.renewRecoveryCodes,
    gcTime: 0,
    onSuccess: () => client.invalidateQueries(twoFactorQuery),
  })
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onClose} />
  return (
    <StepUpForm
      label="Create new codes"
      tone="primary"
      isBusy={renew.isPending}
      error={renew.error}
      onSubmit={renew.mutate}
      onClose={onClose}
    >
      Creates ten new recovery codes. The earlier ones no longer work.
    </StepUpForm>
  )
}
