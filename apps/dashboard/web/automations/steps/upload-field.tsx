import { useQuery } from '@tanstack/react-query'
import { SelectField, TextField } from '../../controls/field.tsx'
import { fileChoices } from '../../files/load-files.ts'
import { FileField } from './file-field.tsx'
import { noFile } from './step-kinds.ts'

interface Props {
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  values: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
}

type Source = 'here' | 'run' | 'account'

/** The file that a step uploads: one of this computer, one of the account, or one that a run has kept. */
export function UploadField({ property, values, set }: Props) {
  const source: Source = 'artifact' in values ? 'run' : 'accountFile' in values ? 'account' : 'here'
  const choose = (chosen: string) =>
    set({
      file: chosen === 'here' ? noFile : undefined,
      artifact: chosen === 'run' ? '' : undefined,
      accountFile: chosen === 'account' ? '' : undefined,
    })
  return (
    <>
      <SelectField
        label="Where the file is"
        name={`${property}.source`}
        value={source}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="here">On this computer</option>
        <option value="account">Saved under Files</option>
        <option value="run">Kept by a run</option>
      </SelectField>
      {source === 'run' && (
        <TextField
          label="File of the run"
          name={`${property}.artifact`}
          value={String(values['artifact'])}
          onChange={(event) => set({ artifact: event.target.value })}
          placeholder="${outputs.report}"
          hint="${outputs.report} for what an earlier step stores as report, or the id of a file of another run."
          required
        />
      )}
      {source === 'account' && (
        <AccountFileField
          name={`${property}.accountFile`}
          value={String(values['accountFile'])}
          onChange={(accountFile) => set({ accountFile })}
        />
      )}
      {source === 'here' && (
        <FileField name={`${property}.file`} value={values['file']} onChange={(file) => set({ file })} />
      )}
    </>
  )
}

function AccountFileField({
  name,
  value,
  onChange,
}: {
  name: string
  value: string
  onChange: (value: string) => void
}) {
  const { data = [] } = useQuery(fileChoices)
  const names = data.map((file) => file.name)
  return (
    <SelectField
      label="Saved file"
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      required
    >
      <option value="">choose …</option>
      {/* One that is gone, or that a variable names. */}
      {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
      {names.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </SelectField>
  )
}
