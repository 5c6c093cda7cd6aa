import { SelectField } from '../controls/field.tsx'
import type { Service } from '../services/service.ts'
import { isMessageFormat, messageFormats } from './message-format.ts'
import { MessagePreview } from './message-preview.tsx'

interface Props {
  service: Service
  /** Empty: the events themselves. */
  format: string
  /** The event to show the message of. */
  event: string
  onChange: (format: string) => void
}

/** What a webhook sends: the events themselves, or messages for a chat service, shown as they will look. */
export function FormatField({ service, format, event, onChange }: Props) {
  return (
    <>
      <SelectField
        label="Format"
        name="format"
        value={format}
        onChange={({ target }) => onChange(target.value)}
        hint="For the incoming webhook of a chat, each event is sent as a message with readable text."
      >
        <option value="">events as JSON</option>
        {Object.entries(messageFormats).map(([value, label]) => (
          <option key={value} value={value}>
            messages for {label}
          </option>
        ))}
      </SelectField>
      {isMessageFormat(format) && <MessagePreview service={service} format={format} event={event} />}
    </>
  )
}
