import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import type { ViewMessage } from '@waypost/live-view'

interface Props {
  asked: { kind: string; text: string; usual: string }
  send: (message: ViewMessage) => void
  onDone: () => void
}

/** Answers what a page asks, as runs are to answer it. */
export function DialogAnswer({ asked: { kind, text, usual }, send, onDone }: Props) {
  const [typed, setTyped] = useState(usual)
  const isPrompt = kind === 'prompt'
  const answer = (given: 'accept' | 'dismiss') => {
    send({ type: 'dialog', answer: given, ...(isPrompt && given === 'accept' && { text: typed }) })
    onDone()
  }
  return (
    <div className="note stack-tight" role="alertdialog" aria-label="The page asks">
      <p>{text || 'The page asks whether to leave it.'}</p>
      {isPrompt && (
        <input
          className="input"
          aria-label="Your answer"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <div className="row">
        <Button tone="primary" onClick={() => answer('accept')}>
          OK
        </Button>
        <Button onClick={() => answer('dismiss')}>Cancel</Button>
      </div>
    </div>
  )
}
