import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accounts } from '../../client/accounts.ts'
import { StepUpForm } from './step-up-form.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

export function SwitchOff({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const switchOff = useMutation({
    mutationFn: accounts.switchTwoFactorOff,
    gcTime: 0,
    onSuccess: async () => {
      await client.invalidateQueries(twoFactorQuery)
      onClose()
    },
  })
  return (
    <StepUpForm
      label="Switch off"
      tone="danger"
      isBusy={switchOff.isPending}
      error={switchOff.error}
      onSubmit={switchOff.mutate}
      onClose={onClose}
    >
      Signing in then takes your password alone, and your recovery codes no longer work.
    </StepUpForm>
  )
}
