import { TextField } from '../../controls/field.tsx'

/** The field for a code of the app or a recovery code, where either will do. */
export function EitherCodeField({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <TextField
      label="Code"
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
      hint="Of your authenticator app, or a recovery code."
      autoFocus={autoFocus}
      required
    />
  )
}
