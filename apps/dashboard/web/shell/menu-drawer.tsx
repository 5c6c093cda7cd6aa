import { Dialog } from '@base-ui/react/dialog'
import { buttonClass } from '../controls/button.tsx'
import { AccountBar } from './account-bar.tsx'
import { Brand } from './brand.tsx'
import { Navigation } from './navigation.tsx'

interface Props {
  isOpen: boolean
  onClose: () => void
}

/** The main menu in a narrow window, over the page. */
export function MenuDrawer({ isOpen, onClose }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="drawer" aria-label="Menu">
          <div className="row row-apart">
            <Brand />
            <Dialog.Close className={buttonClass.plain}>Close</Dialog.Close>
          </div>
          <Navigation />
          <AccountBar />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
