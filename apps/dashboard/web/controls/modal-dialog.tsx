import { Dialog } from '@base-ui/react/dialog'
import type { ModalProps } from './modal-props.ts'

/** The dialog itself, whose code is loaded when the first one is opened. */
export function ModalDialog({ title, isOpen, onClose, children }: ModalProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="modal">
          <Dialog.Title>{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
