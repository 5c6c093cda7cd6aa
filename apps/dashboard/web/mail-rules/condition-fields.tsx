import type { AliasApi } from '@waypost/sdk'
import { SelectField, TextField } from '../controls/field.tsx'
import { kibibytesOf } from './kibibytes-of.ts'

/** The fields of what an email has to be. */
export function ConditionFields({ conditions }: { conditions: AliasApi.MailConditions }) {
  const { from, subject, header, largerThan, smallerThan, hasAttachments, spam } = conditions
  return (
    <>
      <TextField
        label="From"
        name="from"
        maxLength={255}
        defaultValue={from ?? ''}
        hint="Part of the sender’s address or name."
      />
      <TextField label="Subject" name="subject" maxLength={255} defaultValue={subject ?? ''} />
      <div className="row">
        <TextField
          label="Header"
          name="headerName"
          maxLength={76}
          defaultValue={header?.name ?? ''}
          placeholder="List-Id"
        />
        <TextField
          label="Value of the header"
          name="headerContains"
          maxLength={255}
          defaultValue={header?.contains ?? ''}
          placeholder="any"
        />
      </div>
      <div className="row">
        <TextField
          label="Larger than (KiB)"
          name="largerThan"
          type="number"
          min={0}
          defaultValue={kibibytesOf(largerThan)}
        />
        <TextField
          label="Smaller than (KiB)"
          name="smallerThan"
          type="number"
          min={0}
          defaultValue={kibibytesOf(smallerThan)}
        />
      </div>
      <div className="row">
        <SelectField
          label="Attachments"
          name="hasAttachments"
          defaultValue={hasAttachments === undefined ? '' : hasAttachments ? 'yes' : 'no'}
        >
          <option value="">with or without</option>
          <option value="yes">with</option>
          <option value="no">without</option>
        </SelectField>
        <SelectField label="Spam" name="spam" defaultValue={spam ?? ''}>
          <option value="">any</option>
          <option value="clean">clean</option>
          <option value="suspect">may be spam</option>
          <option value="spam">spam</option>
        </SelectField>
      </div>
    </>
  )
}
