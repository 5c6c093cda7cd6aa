import { Button } from '../controls/button.tsx'
import type { RecorderMode, ViewMessage } from '@waypost/live-view'

interface Props {
  modes: RecorderMode[]
  mode: RecorderMode
  disabled: boolean
  send: (message: ViewMessage) => void
}

const labels: Record<RecorderMode, string> = {
  record: 'Record',
  read: 'Pick to read',
  assert: 'Assert this',
  wait: 'Wait for this',
  hover: 'Point at this',
  element: 'Pick the element',
}

/** What the next press in the page is for. */
export function ModeButtons({ modes, mode, disabled, send }: Props) {
  return (
    <div className="row" role="group" aria-label="What a press is for">
      {modes.map((each) => (
        <Button
          key={each}
          className="button mode-button"
          aria-pressed={each === mode}
          disabled={disabled}
          onClick={() => send({ type: 'mode', mode: each })}
        >
          {labels[each]}
        </Button>
      ))}
    </div>
  )
}
