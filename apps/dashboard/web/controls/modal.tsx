import { lazy, Suspense, useState } from 'react'
import type { ModalProps } from './modal-props.ts'

const ModalDialog = lazy(async () => ({ default: (await import('./modal-dialog.tsx')).ModalDialog }))

/** A modal dialog. */
export function Modal(props: ModalProps) {
  const [isUsed, setIsUsed] = useState(false)
  if (props.isOpen && !isUsed) setIsUsed(true)
  if (!isUsed) return null
  return (
    <Suspense>
      <ModalDialog {...props} />
    </Suspense>
  )
}
