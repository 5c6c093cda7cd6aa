import { Search } from 'lucide-react'
import { Button } from '../controls/button.tsx'

interface Props {
  /** What is searched, for assistive technology. */
  what: string
  /** What of it is looked at. */
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Narrows a list to what contains a text. */
export function SearchForm({ what, label, value, onChange }: Props) {
  return (
    <form
      className="row search-form"
      role="search"
      aria-label={what}
      onSubmit={(event) => {
        event.preventDefault()
        const text = new FormData(event.currentTarget).get('q') as string
        onChange(text.trim() || undefined)
      }}
    >
      <div className="search-field">
        <Search className="search-icon" size={16} />
        <input
          key={value}
          className="input"
          aria-label={label}
          placeholder={label}
          name="q"
          type="search"
          maxLength={255}
          defaultValue={value}
        />
      </div>
      <Button type="submit">Search</Button>
      {value !== undefined && (
        <Button tone="plain" onClick={() => onChange(undefined)}>
          Clear
        </Button>
      )}
    </form>
  )
}
