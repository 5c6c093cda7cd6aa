import { Button } from '../controls/button.tsx'
import type { LiveState, ViewMessage } from '@waypost/live-view'

interface Props {
  state: LiveState
  send: (message: ViewMessage) => void
}

/** Shows another window of a live view, where there are several. */
export function WindowButtons({ state, send }: Props) {
  if (state.windows.length < 2) return null
  return (
    <div className="row" role="group" aria-label="Windows">
      {state.windows.map(({ id, url }) => (
        <Button
          key={id}
          aria-pressed={id === state.window}
          onClick={() => send({ type: 'window', id })}
          className="button live-window"
        >
          {url}
        </Button>
      ))}
    </div>
  )
}
