import { SelectField, TextField } from '../../controls/field.tsx'
import { FileField } from './file-field.tsx'
import { noFile } from './step-kinds.ts'

interface Props {
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  values: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
}

/** The file that a step uploads: one of this computer, or one that a run has kept. */
export function UploadField({ property, values, set }: Props) {
  const isKept = 'artifact' in values
  const choose = (source: string) =>
    set(source === 'run' ? { file: undefined, artifact: '' } : { file: noFile, artifact: undefined })
  return (
    <>
      <SelectField
        label="Where the file is"
        name={`${property}.source`}
        value={isKept ? 'run' : 'here'}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="here">On this computer</option>
        <option value="run">Kept by a run</option>
      </SelectField>
      {isKept ? (
        <TextField
          label="File of the run"
          name={`${property}.artifact`}
          value={String(values['artifact'])}
          onChange={(event) => set({ artifact: event.target.value })}
          placeholder="${outputs.report}"
          hint="${outputs.report} for what an earlier step stores as report, or the id of a file of another run."
          required
        />
      ) : (
        <FileField name={`${property}.file`} value={values['file']} onChange={(file) => set({ file })} />
      )}
    </>
  )
}
