import type { AutomationApi } from '@waypost/sdk'
import { useState } from 'react'

/** The screenshots of a run: thumbnails, and the chosen one in full size. */
export function FilmStrip({ steps }: { steps: AutomationApi.Execution['steps'] }) {
  const [chosen, setChosen] = useState<number>()
  const frames = steps.flatMap(({ name, status, screenshot }, index) =>
    screenshot === null ? [] : [{ number: index + 1, name, status, source: `/automation${screenshot}` }],
  )
  // The newest screenshot, until the user chooses one.
  const shown = frames.find(({ number }) => number === chosen) ?? frames.at(-1)
  if (!shown) return <p className="quiet">No screenshots yet.</p>
  const described = `Step ${shown.number}: ${shown.name}`
  return (
    <div className="stack-tight">
      <figure className="film-shown">
        <img src={shown.source} alt={`The page at step ${shown.number}, ${shown.name}`} />
        <figcaption className="small quiet">{described}</figcaption>
      </figure>
      <ul className="film-strip" aria-label="Screenshots">
        {frames.map(({ number, name, status, source }) => (
          <li key={number}>
            <button
              type="button"
              className={status === 'failed' ? 'film-frame film-frame-bad' : 'film-frame'}
              aria-pressed={number === shown.number}
              aria-label={`Step ${number}: ${name}`}
              onClick={() => setChosen(number)}
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
