import { describeSize } from '../controls/describe-size.ts'
import { Button } from '../controls/button.tsx'
import { TextField } from '../controls/field.tsx'

/** An email has 25 MiB with its text. */
export const mostBytes = 25_000_000
export const mostFiles = 20

export const sizeOf = (files: File[]): number => files.reduce((sum, { size }) => sum + size, 0)

interface Props {
  files: File[]
  onChange: (files: File[]) => void
}

/** The files of an email that is being written. */
export function AttachField({ files, onChange }: Props) {
  const isTooMuch = sizeOf(files) > mostBytes || files.length > mostFiles
  const limit = `${mostFiles} files with ${describeSize(mostBytes)} together at most.`
  return (
    <div className="stack-tight">
      <TextField
        label="Attach files"
        name="attachments"
        type="file"
        multiple
        hint={isTooMuch ? `These are too many or too large: ${limit}` : limit}
        onChange={({ target }) => {
          onChange([...files, ...(target.files ?? [])])
          // So that a file that was removed can be chosen again.
          target.value = ''
        }}
      />
      {files.length > 0 && (
        <ul className="attachments" aria-label="Attached files">
          {files.map((file, index) => (
            <li key={`${index} ${file.name}`} className="row">
              <span className="breakable">{file.name}</span>
              <span className="quiet small">{describeSize(file.size)}</span>
              <Button
                tone="plain"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
