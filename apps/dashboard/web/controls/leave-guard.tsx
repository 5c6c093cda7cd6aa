import { useBlocker } from '@tanstack/react-router'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface Props {
  /** Whether something would be lost. */
  isOn: boolean
  /** What would be. */
  text?: string
}

/** Asks before a page is left on which something was changed and not saved. */
export function LeaveGuard({ isOn, text = 'What you have changed on this page is not saved.' }: Props) {
  const blocker = useBlocker({ shouldBlockFn: () => isOn, enableBeforeUnload: isOn, withResolver: true })
  const stay = () => blocker.reset?.()
  return (
    <Modal title="Leave without saving?" isOpen={blocker.status === 'blocked'} onClose={stay}>
      <div className="stack">
        <p>{text}</p>
        <div className="row">
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
          <Button onClick={stay}>Stay</Button>
        </div>
      </div>
    </Modal>
  )
}
