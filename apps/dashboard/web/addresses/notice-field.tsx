import { SelectField } from '../controls/field.tsx'
import { textOf } from '../controls/form-values.ts'

const notices = [
  { seconds: 3600, label: '1 hour before' },
  { seconds: 86_400, label: '1 day before' },
  { seconds: 3 * 86_400, label: '3 days before' },
  { seconds: 7 * 86_400, label: '7 days before' },
]

interface Props {
  /** How long the alias lives at most: a notice that is due before that is no choice. */
  maxSeconds: number
  /** What is chosen at first. A time that programs have chosen stays among the choices. */
  seconds?: number | undefined
}

/** How long before an alias expires `address.expiring` is published, as the field `notifyBefore`. */
export function NoticeField({ maxSeconds, seconds = 0 }: Props) {
  const choices = notices.filter((notice) => notice.seconds < maxSeconds || notice.seconds === seconds)
  const isOther = seconds > 0 && !choices.some((notice) => notice.seconds === seconds)
  return (
    <SelectField
      // Made anew once the longest lifetime is known: before that, what is chosen was no choice.
      key={choices.length}
      label="Tell webhooks that it expires soon"
      name="notifyBefore"
      defaultValue={seconds}
    >
      <option value={0}>never</option>
      {isOther && <option value={seconds}>{seconds} seconds before</option>}
      {choices.map((notice) => (
        <option key={notice.seconds} value={notice.seconds}>
          {notice.label}
        </option>
      ))}
    </SelectField>
  )
}

/** The seconds that were chosen; null for no notice. */
export const noticeOf = (values: FormData): number | null => Number(textOf(values, 'notifyBefore')) || null
