import { TextField } from '../../controls/field.tsx'

interface Props {
  /** The property of the request, such as `browser.viewport`. */
  name: string
  /** Each number's label, by its property. */
  labels: Record<string, string>
  value: Record<string, unknown> | undefined
  /** Undefined where none of the labelled numbers is left. */
  onChange: (value: Record<string, unknown> | undefined) => void
}

/** Edits numbers that belong together. */
export function NumbersField({ name, labels, value = {}, onChange }: Props) {
  const change = (property: string, text: string) => {
    const { [property]: _before, ...others } = value
    const next = text === '' ? others : { ...others, [property]: Number(text) }
    onChange(Object.keys(labels).some((each) => each in next) ? next : undefined)
  }
  return Object.entries(labels).map(([property, label]) => {
    const number = value[property]
    return (
      <TextField
        key={property}
        label={label}
        name={`${name}.${property}`}
        type="number"
        step="any"
        value={typeof number === 'number' ? number : ''}
        onChange={(event) => change(property, event.target.value)}
      />
    )
  })
}
