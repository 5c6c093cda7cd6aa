import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button, type Tone } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import { Modal } from './modal.tsx'

interface Props {
  label: string
  /** Names the button for screen readers when several buttons of a page have the same label. */
  ariaLabel?: string
  title: string
  /** What the action does. */
  children: ReactNode
  confirm: string
  tone?: Tone
  onConfirm: () => Promise<unknown>
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton({ label, ariaLabel, title, children, confirm, tone, onConfirm }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const run = useMutation({ mutationFn: onConfirm, onSuccess: () => setIsOpen(false) })
  const close = () => {
    setIsOpen(false)
    run.reset()
  }
  return (
    <>
      <Button tone={tone ?? 'plain-danger'} aria-label={ariaLabel} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal title={title} isOpen={isOpen} onClose={close}>
        <div className="stack">
          <div>{children}</div>
          <ErrorNote error={run.error} />
          <div className="row">
            <Button tone="danger" isBusy={run.isPending} onClick={() => run.mutate()}>
              {confirm}
            </Button>
            <Button onClick={close}>Cancel</Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
