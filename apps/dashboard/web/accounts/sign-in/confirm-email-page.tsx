import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accounts } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { ButtonLink } from '../../controls/button-link.tsx'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Gate } from '../../shell/gate.tsx'
import { readLinkToken } from './link-token.ts'
import { sessionQuery } from '../session-query.ts'

/** The page behind the confirmation link. It needs a click, because mail scanners follow links too. */
export function ConfirmEmailPage() {
  const [token] = useState(readLinkToken)
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => accounts.confirmEmail(token),
    onSuccess: () => client.invalidateQueries(sessionQuery),
  })
  if (confirm.data)
    return (
      <Gate title="Email confirmed">
        <p role="status">{confirm.data.email} is confirmed.</p>
        {confirm.data.held && (
          <>
            <p>
              This browser is not signed in to the account, so somebody else may have created its API keys,
              webhooks and forwarding rules. They are switched off until you review them.
            </p>
            <p>
              Did somebody else create this account? <Link to="/forgot-password">Choose a new password</Link>.
            </p>
          </>
        )}
        <ButtonLink to="/" tone="primary">
          Go to the overview
        </ButtonLink>
      </Gate>
    )
  return (
    <Gate title="Confirm your email">
      <p>Confirm that this email address is yours.</p>
      <ErrorNote error={confirm.error} />
      <Button tone="primary" onClick={() => confirm.mutate()} isBusy={confirm.isPending}>
        Confirm
      </Button>
    </Gate>
  )
}
