import { SelectField, TextField } from '../../controls/field.tsx'

interface Props {
  /** The step's property path in the request, such as `actions.0`. */
  property: string
  values: Record<string, unknown>
  set: (changes: Record<string, unknown>) => void
}

/** The window that a step switches to. */
export function WindowField({ property, values, set }: Props) {
  const by =
    'url' in values ? 'url' : 'title' in values ? 'title' : values['to'] === 'main' ? 'main' : 'newest'
  const choose = (way: string) =>
    set({
      to: way === 'main' ? 'main' : undefined,
      url: way === 'url' ? '' : undefined,
      title: way === 'title' ? '' : undefined,
    })
  return (
    <>
      <SelectField
        label="Window"
        name={`${property}.to`}
        value={by}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="newest">The newest one</option>
        <option value="main">The first one</option>
        <option value="url">The one at a URL</option>
        <option value="title">The one with a title</option>
      </SelectField>
      {(by === 'url' || by === 'title') && (
        <TextField
          label={by === 'url' ? 'URL of the window' : 'Title of the window'}
          name={`${property}.${by}`}
          value={String(values[by])}
          onChange={(event) => set({ [by]: event.target.value })}
          hint="* stands for any text."
          required
        />
      )}
    </>
  )
}
