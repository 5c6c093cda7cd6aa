import type { ReactNode } from 'react'
import type { StepUp } from '../../client/accounts.ts'
import { Button, type Tone } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import { Form } from '../../controls/form.tsx'
import { exactTextOf, textOf } from '../../controls/form-values.ts'

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
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
        required
      />
      <TextField
        label="Code"
        name="code"
        autoComplete="one-time-code"
        maxLength={40}
        hint="Of your authenticator app, or a recovery code."
        required
      />
      <div className="row">
        <Button type="submit" tone={tone} isBusy={isBusy}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Form>
  )
}
