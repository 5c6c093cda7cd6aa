import { SelectField } from '../controls/field.tsx'

interface Props {
  /** The mailboxes to choose from. */
  destinations: { id: string; email: string }[]
  label?: string
  hint?: string
  /** The id of the mailbox that is chosen at first. */
  chosen?: string | null | undefined
}

/** Chooses where mail is forwarded, as the field `forwardToId`: empty where it is not. */
export function DestinationField({ destinations, label = 'Forward to', hint, chosen }: Props) {
  return (
    // Made anew once the mailboxes are there: before that, none could be chosen.
    <SelectField
      key={destinations.length}
      label={label}
      name="forwardToId"
      hint={hint}
      defaultValue={chosen ?? ''}
    >
      <option value="">do not forward</option>
      {destinations.map(({ id, email }) => (
        <option key={id} value={id}>
          {email}
        </option>
      ))}
    </SelectField>
  )
}
