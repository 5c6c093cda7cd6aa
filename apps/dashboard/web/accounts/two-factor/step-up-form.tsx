import type { ReactNode } from 'react'
import type { StepUp } from '../../client/accounts.ts'
import type { Tone } from '../../controls/button.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'
import { SubmitOrCancel } from '../../controls/submit-or-cancel.tsx'
import { OwnPasswordField } from '../own-password-field.tsx'
import { EitherCodeField } from './either-code-field.tsx'

interface Props {
  /** What the change does. */
  children: ReactNode
  label: string
  tone: Tone
  isBusy: boolean
  error: Error | null
  onSubmit: (given: StepUp) => void
  onClose: () => void
}

/** Asks for the password and a code before two-factor authentication is changed. */
export function StepUpForm({ children, label, tone, isBusy, error, onSubmit, onClose }: Props) {
  return (
    <Form
      onSubmit={(values) =>
        onSubmit({ password: exactTextOf(values, 'password'), code: textOf(values, 'code') })
      }
      error={error}
    >
      <div>{children}</div>
      <OwnPasswordField />
      <EitherCodeField />
      <SubmitOrCancel label={label} tone={tone} isBusy={isBusy} onCancel={onClose} />
    </Form>
  )
}
