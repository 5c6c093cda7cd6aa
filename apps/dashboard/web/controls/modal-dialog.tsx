import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState, type SyntheticEvent } from 'react'
import { Button } from './button.tsx'
import type { ModalProps } from './modal-props.ts'

/**
 * The dialog itself, whose code is loaded when the first one is opened. A press beside it, or Escape, does not throw away what was
 * entered: it asks first.
 */
export function ModalDialog({ title, isOpen, onClose, children }: ModalProps) {
  /** The forms in which something was entered. What was accepted takes its form away; what was refused is still in it. */
  const changed = useRef(new Set<Element>())
  const [isAsking, setIsAsking] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    setIsAsking(false)
  }
  const noteChange = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && !isProof(target)) changed.current.add(target.closest('form') ?? target)
  }
  const isLossy = () => [...changed.current].some(({ isConnected }) => isConnected)
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open, { reason }) => {
        if (open) return
        if ((reason === 'outside-press' || reason === 'escape-key') && isLossy()) setIsAsking(true)
        else onClose()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal" onChange={noteChange}>
          <Dialog.Title className="modal-title">{title}</Dialog.Title>
          {isAsking && (
            <div className="note note-warn row row-apart modal-question" role="alert">
              Discard what you have entered?
              <span className="row">
                <Button tone="danger" onClick={onClose}>
                  Discard
                </Button>
                <Button onClick={() => setIsAsking(false)} autoFocus>
                  Keep
                </Button>
              </span>
            </div>
          )}
          {children}
          {/* The last in the order of focus, which begins with what the dialog is about. */}
          <Dialog.Close className="icon-button modal-close" aria-label="Close dialog" title="Close">
            <X size={16} />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const proofs = new Set(['current-password', 'one-time-code'])

/** The user's own password or code, which nobody needs to keep. */
const isProof = (field: Element): boolean =>
  field instanceof HTMLInputElement && proofs.has(field.autocomplete)
