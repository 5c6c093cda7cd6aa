import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { showToast } from '../toasts/toasts.ts'
import { actOnAll } from './act-on-all.ts'
import type { BulkAction } from './bulk-action.ts'
import type { Selection } from './use-selection.ts'

interface Props<Row> {
  rows: Row[]
  actions: BulkAction<Row>[]
  /** Loads the list again. */
  refresh: () => Promise<unknown>
  selection: Selection
  /** How many rows are shown, of which it selects all. */
  shown: number
}

/** What can be done with the selected rows of a list. */
export function SelectionBar<Row>({ rows, actions, refresh, selection, shown }: Props<Row>) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async ({ act, undo, done: describe }: BulkAction<Row>, chosen: Row[]): Promise<void> => {
    setIsBusy(true)
    const { done, failure: failed } = await actOnAll(chosen, act)
    await refresh()
    setIsBusy(false)
    setFailure(failed)
    if (failed === undefined) selection.clear()
    if (describe && done.length > 0)
      showToast({
        text: describe(done),
        ...(undo && {
          undo: async () => {
            const { failure: left } = await actOnAll(done, undo)
            await refresh()
            if (left !== undefined) showToast({ text: left })
          },
        }),
      })
  }
  return (
    <div className="selection-bar" role="group" aria-label="Selection">
      <span className="row-strong" aria-live="polite">
        {rows.length} selected
      </span>
      <span className="row">
        {actions.map((action) => {
          const chosen = action.isFor ? rows.filter(action.isFor) : rows
          if (chosen.length === 0) return null
          const { label, confirm } = action
          if (!confirm)
            return (
              <Button key={label} isBusy={isBusy} onClick={() => void run(action, chosen)}>
                {label}
              </Button>
            )
          return (
            <ConfirmButton
              key={label}
              label={label}
              title={confirm.title(chosen.length)}
              confirm={confirm.button}
              onConfirm={() => run(action, chosen)}
            >
              {confirm.text}
            </ConfirmButton>
          )
        })}
        {/* A list without a header has no other way to select all, nor has any list in a narrow window. */}
        {rows.length < shown && (
          <Button tone="plain" onClick={selection.toggleAll}>
            Select all {shown}
          </Button>
        )}
        <Button tone="plain" onClick={selection.clear}>
          Clear
        </Button>
      </span>
      {failure !== undefined && (
        <p className="note note-bad" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
