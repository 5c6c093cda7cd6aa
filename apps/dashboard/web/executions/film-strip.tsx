import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'

interface Props {
  steps: AutomationApi.Execution['steps']
  /** The number of the step that is looked at. */
  chosen: number | undefined
  onChoose: (number: number) => void
}

/** The screenshots of a run: thumbnails, and the one of the chosen step in full width, or larger still. */
export function FilmStrip({ steps, chosen, onChoose }: Props) {
  const [isLarge, setIsLarge] = useState(false)
  const frames = steps.flatMap(({ name, status, screenshot }, index) =>
    screenshot === null ? [] : [{ number: index + 1, name, status, source: `/automation${screenshot}` }],
  )
  // A step without a screenshot began where the last one before it ended. Without a choice, the newest is shown.
  const shown =
    (chosen === undefined ? undefined : frames.findLast(({ number }) => number <= chosen)) ?? frames.at(-1)
  if (!shown) return <p className="quiet">No screenshots yet.</p>
  const described = `Step ${shown.number}: ${shown.name}`
  const image = <img src={shown.source} alt={`The page at step ${shown.number}, ${shown.name}`} />
  return (
    <div className="stack-tight">
      <figure className="film-shown">
        {image}
        <figcaption className="row row-apart small quiet">
          {described}
          <Button onClick={() => setIsLarge(true)}>Enlarge</Button>
        </figcaption>
      </figure>
      {chosen !== undefined && shown.number < chosen && (
        <p className="quiet small">Step {chosen} has no screenshot: this is the last one before it.</p>
      )}
      <Modal title={described} isOpen={isLarge} onClose={() => setIsLarge(false)}>
        <div className="film-large">{image}</div>
        <Button onClick={() => setIsLarge(false)}>Close</Button>
      </Modal>
      <ul className="film-strip" aria-label="Screenshots">
        {frames.map(({ number, name, status, source }) => (
          <li key={number}>
            <button
              type="button"
              className={status === 'failed' ? 'film-frame film-frame-bad' : 'film-frame'}
              aria-pressed={number === shown.number}
              aria-label={`Step ${number}: ${name}`}
              onClick={() => onChoose(number)}
            >
              <img src={source} alt="" loading="lazy" />
              <span>{number}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
