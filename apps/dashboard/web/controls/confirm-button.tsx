import { useState, type ReactNode } from 'react'
import { Button, type Tone } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import { Modal } from './modal.tsx'

interface Props {
  label: string
  /** The same in one sentence, for those who hear the button among others. */
  ariaLabel?: string
  title: string
  /** What will be gone. */
  children: ReactNode
  confirm: string
  tone?: Tone
  onConfirm: () => Promise<unknown>
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ label, ariaLabel, title, children, confirm, tone, onConfirm }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const close = () => {
    setIsOpen(false)
    setError(undefined)
  }
  const run = () => {
    setIsBusy(true)
    onConfirm()
      .then(close, (reason: unknown) =>
        setError(reason instanceof Error ? reason : new Error(String(reason))),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      <Button tone={tone ?? 'plain-danger'} aria-label={ariaLabel} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal title={title} isOpen={isOpen} onClose={close}>
        <div className="stack">
          <div>{children}</div>
          <ErrorNote error={error} />
          <div className="row">
            <Button tone="danger" isBusy={isBusy} onClick={run}>
              {confirm}
            </Button>
            <Button onClick={close}>Keep it</Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
