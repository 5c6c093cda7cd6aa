import { useState } from 'react'
import { SubmitOrCancel } from '../controls/submit-or-cancel.tsx'
import type { ViewMessage } from '@waypost/live-view'

interface Props {
  asked: {
    label: string
    options: { value: string; label: string; isChosen: boolean }[]
    isMultiple: boolean
  }
  send: (message: ViewMessage) => void
  onDone: () => void
}

/** The list of a field, which is no part of the picture of its page. */
export function OptionsAnswer({ asked: { label, options, isMultiple }, send, onDone }: Props) {
  const chosen = options.filter(({ isChosen }) => isChosen).map(({ value }) => value)
  const [values, setValues] = useState(chosen)
  return (
    <form
      className="note stack-tight"
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'choose', values })
        onDone()
      }}
    >
      <label className="field">
        <span className="field-label">{label}</span>
        <select
          className="input"
          multiple={isMultiple}
          value={isMultiple ? values : values[0]}
          onChange={({ target }) => setValues([...target.selectedOptions].map(({ value }) => value))}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
      <SubmitOrCancel label="Choose" onCancel={onDone} />
    </form>
  )
}
