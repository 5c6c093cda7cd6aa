import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { describeError } from '../client/describe-error.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { dismissToast, showToast, toastStore, type ShownToast } from './toasts.ts'
import './toasts.css'

const shownMs = 10_000

/** Shows toasts. Screen readers read each once, and it stays while it is pointed at or has the focus. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
    </div>
  )
}

function ToastCard({ id, text, undo }: ShownToast) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissToast(id), shownMs)
    return () => clearTimeout(timer)
  }, [id, isHeld])
  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return (
    <div className="toast" onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <span>{text}</span>
      <span className="row">
        {undo && (
          <Button
            tone="plain"
            onClick={() => {
              dismissToast(id)
              undo().catch((error: Error) => showToast({ text: `Not undone: ${describeError(error)}` }))
            }}
          >
            Undo
          </Button>
        )}
        <IconButton icon={X} label="Dismiss" onClick={() => dismissToast(id)} />
      </span>
    </div>
  )
}
