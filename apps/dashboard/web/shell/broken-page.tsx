import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

/** Shown when rendering a page fails. */
export function BrokenPage({ error }: ErrorComponentProps) {
  return (
    <div className="stack">
      <h1>This page could not be shown</h1>
      <ErrorNote error={error instanceof Error ? error : new Error(String(error))} />
      <div className="row">
        <Button tone="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  )
}
