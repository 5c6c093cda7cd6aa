import { TextField } from '../controls/field.tsx'

/** Asks for the password of whoever is signed in, in the form's field `password`. */
export function OwnPasswordField() {
  return (
    <TextField
      label="Password"
      name="password"
      type="password"
      autoComplete="current-password"
      autoFocus
      required
    />
  )
}
