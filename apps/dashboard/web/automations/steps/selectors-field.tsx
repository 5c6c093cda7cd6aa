import { useState } from 'react'
import { TextAreaField } from '../../controls/field.tsx'
import { readSelectors, writeSelectors } from './selector-text.ts'

interface Props {
  label: string
  name: string
  value: unknown
  /** `undefined` removes the selectors. */
  onChange: (value: unknown) => void
}

/** The selectors of an element: one alternative on each line. */
export function SelectorsField({ label, name, value, onChange }: Props) {
  // The text while it is typed: it may be incomplete.
  const [text, setText] = useState(() => writeSelectors((value ?? []) as (string | string[])[]))
  const change = (typed: string) => {
    setText(typed)
    const selectors = readSelectors(typed)
    onChange(selectors.length === 0 ? undefined : selectors)
  }
  return (
    <TextAreaField
      label={label}
      name={name}
      className="input input-code"
      rows={2}
      value={text}
      onChange={(event) => change(event.target.value)}
      placeholder={'aria/Search\n#search'}
      hint="One selector per line, best first: aria/…, text/…, xpath/…, pierce/… or CSS."
    />
  )
}
