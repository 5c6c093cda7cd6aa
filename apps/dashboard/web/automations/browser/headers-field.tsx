import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/field.tsx'
import type { Browser } from './change-browser.ts'

type Header = NonNullable<Browser['headers']>[number]

interface Props {
  headers: Header[]
  onChange: (headers: Header[]) => void
}

/** Headers of the requests to named sites. */
export function HeadersField({ headers, onChange }: Props) {
  const change = (index: number, changes: Partial<Header>) =>
    onChange(headers.with(index, { ...headers[index]!, ...changes }))
  return (
    <div className="stack-tight">
      {headers.map((header, index) => (
        // Headers have no ids, and are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="step-editor step-fields" key={index}>
          <TextField
            label="Site of the header"
            name={`browser.headers.${index}.origin`}
            placeholder="https://shop.example"
            value={header.origin}
            onChange={(event) => change(index, { origin: event.target.value })}
            required
          />
          <TextField
            label="Header"
            name={`browser.headers.${index}.name`}
            placeholder="X-Api-Key"
            value={header.name}
            onChange={(event) => change(index, { name: event.target.value })}
            required
          />
          <TextField
            label="Its value"
            name={`browser.headers.${index}.value`}
            placeholder="${secrets.name}"
            autoComplete="off"
            value={header.value}
            onChange={(event) => change(index, { value: event.target.value })}
            required
          />
          <div className="row">
            <Button tone="plain-danger" onClick={() => onChange(headers.toSpliced(index, 1))}>
              Remove header
            </Button>
          </div>
        </div>
      ))}
      <div className="row">
        <Button onClick={() => onChange([...headers, { origin: '', name: '', value: '' }])}>
          Add header
        </Button>
      </div>
    </div>
  )
}
