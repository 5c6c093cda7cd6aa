import { lazy, Suspense, useState } from 'react'
import { Button } from '../controls/button.tsx'

// Its code is loaded when it is first opened: several pages have the button, and few visits press it.
const load = () => import('./create-address-dialog.tsx')
const CreateAddressDialog = lazy(async () => ({ default: (await load()).CreateAddressDialog }))

/** Opens the dialog that creates an alias. */
export function CreateAddressButton() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <Button tone="primary" onPointerEnter={() => void load()} onClick={() => setIsOpen(true)}>
        New alias
      </Button>
      {wasOpen && (
        <Suspense>
          <CreateAddressDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
