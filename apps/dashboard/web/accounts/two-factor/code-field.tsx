import { TextField } from '../../controls/field.tsx'

interface Props {
  /** Whether a recovery code is asked for in place of a code of the app. */
  isRecovery?: boolean
  hint?: string
}

/** The field for a code, which has the focus at once: it is what the reader was led here for. */
export function CodeField({ isRecovery = false, hint }: Props) {
  if (isRecovery)
    return (
      <TextField
        // A field of its own, so that what was typed as the other kind of code does not stay.
        key="recovery"
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...(hint !== undefined && { hint })}
        autoFocus
        required
      />
    )
  return (
    <TextField
      key="app"
      label="Code"
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={40}
      {...(hint !== undefined && { hint })}
      autoFocus
      required
    />
  )
}
