import { useId, type MouseEvent, type ReactNode } from 'react'
import './more-actions.css'

interface Props {
  /** Whose actions they are, where a page has several such buttons. */
  of?: string
  children: ReactNode
}

/**
 * A button that shows the actions which are needed less often. They stay in the page while they are hidden, so that the dialogs that
 * they open outlast them.
 */
export function MoreActions({ of, children }: Props) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="icon-button more-button"
        aria-label={of === undefined ? 'More actions' : `More actions for ${of}`}
        title="More actions"
        popoverTarget={id}
      >
        <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
          <circle cx="3" cy="8" r="1.4" />
          <circle cx="8" cy="8" r="1.4" />
          <circle cx="13" cy="8" r="1.4" />
        </svg>
      </button>
      <div id={id} popover="auto" className="more-actions" onClick={hide}>
        {children}
      </div>
    </>
  )
}

function hide({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  // A press within a dialog reaches this in React's tree only.
  if (currentTarget.contains(target as Node)) currentTarget.hidePopover()
}
