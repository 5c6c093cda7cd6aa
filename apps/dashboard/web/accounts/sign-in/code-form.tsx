import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { Form } from '../../controls/form.tsx'
import { textOf } from '../../controls/form-values.ts'
import { CodeField } from '../two-factor/code-field.tsx'

interface Props {
  isBusy: boolean
  error: Error | null
  onSubmit: (code: string) => void
  onBack: () => void
  /** Absent: the account has no passkeys, or this browser cannot use them. */
  onUsePasskey?: (() => void) | undefined
}

/** The second step of signing in. */
export function CodeForm({ isBusy, error, onSubmit, onBack, onUsePasskey }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <>
      <Form onSubmit={(values) => onSubmit(textOf(values, 'code'))} error={error}>
        <CodeField
          isRecovery={isRecovery}
          hint={
            isRecovery
              ? 'One of the ten that you saved. Each works once.'
              : 'The six digits that your authenticator app shows now.'
          }
        />
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Sign in
        </Button>
      </Form>
      <div className="row row-apart">
        <Button tone="plain" onClick={() => setIsRecovery(!isRecovery)}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        {onUsePasskey && (
          <Button tone="plain" disabled={isBusy} onClick={onUsePasskey}>
            Use a passkey
          </Button>
        )}
        <Button tone="plain" onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
