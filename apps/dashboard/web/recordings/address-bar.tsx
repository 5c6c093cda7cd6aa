import { useState, type RefObject } from 'react'
import { Button } from '../controls/button.tsx'
import type { ViewMessage } from '@waypost/live-view'

interface Props {
  ref: RefObject<HTMLFormElement | null>
  /** Of the page that is shown. */
  url: string
  disabled: boolean
  send: (message: ViewMessage) => void
}

const ways = [
  ['back', '←', 'Go back'],
  ['forward', '→', 'Go forward'],
  ['reload', '↻', 'Reload'],
] as const

/** The URL of the page, and how to get to others. */
export function AddressBar({ ref, url, disabled, send }: Props) {
  const [typed, setTyped] = useState(url)
  return (
    <form
      ref={ref}
      className="row address-bar"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') send({ type: 'open', url: typed.trim() })
      }}
    >
      {ways.map(([to, sign, label]) => (
        <Button key={to} aria-label={label} disabled={disabled} onClick={() => send({ type: 'go', to })}>
          {sign}
        </Button>
      ))}
      <input
        className="input"
        aria-label="URL"
        value={typed}
        disabled={disabled}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" disabled={disabled}>
        Open
      </Button>
    </form>
  )
}
