import { useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import type { RecorderTold, ViewMessage } from '@waypost/live-view'

type Offer = Extract<RecorderTold, { type: 'offers' }>['offers'][number]

interface Props {
  offers: Offer[]
  send: (message: ViewMessage) => void
  /** Marks the elements of an offer on the picture. */
  onLook: (choice: number | undefined) => void
}

const outputPattern = '[A-Za-z][A-Za-z0-9_]*'

/** What may be kept of what was picked. */
export function OffersPanel({ offers, send, onLook }: Props) {
  const [choice, setChoice] = useState(0)
  const [output, setOutput] = useState(offers[0]?.output ?? '')
  const name = useId()
  const offer = offers[choice]
  const choose = (index: number) => {
    setChoice(index)
    setOutput(offers[index]?.output ?? '')
    onLook(index)
  }
  return (
    <form
      className="note stack-tight"
      aria-label="What is to be kept"
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'take', choice, ...(output !== '' && { output }) })
        onLook(undefined)
      }}
    >
      <fieldset className="stack-tight plain-fieldset">
        <legend className="field-label">Keep</legend>
        {offers.map(({ label }, index) => (
          <label key={label} className="check">
            <input type="radio" name={name} checked={index === choice} onChange={() => choose(index)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {offer && offer.sample.length > 0 && (
        <ul className="offer-sample small quiet" aria-label="The first of it">
          {offer.sample.map((row) => (
            <li key={row.join(' · ')}>{row.join(' · ')}</li>
          ))}
        </ul>
      )}
      {offer?.output != null && (
        <label className="field">
          <span className="field-label">Name of what is read</span>
          <input
            className="input"
            value={output}
            pattern={outputPattern}
            maxLength={100}
            required
            onChange={({ target }) => setOutput(target.value)}
          />
        </label>
      )}
      <div className="row">
        <Button type="submit" tone="primary">
          Keep it
        </Button>
        <Button
          onClick={() => {
            onLook(undefined)
            send({ type: 'mode', mode: 'record' })
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
