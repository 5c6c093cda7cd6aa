import { lazy, Suspense, useSyncExternalStore } from 'react'
import { endIdentityCheck, identityCheck } from '../../client/confirm-identity.ts'
import { Modal } from '../../controls/modal.tsx'
import { Loading } from '../../lists/loading.tsx'

const ReauthenticationForm = lazy(async () => ({
  default: (await import('./reauthentication-form.tsx')).ReauthenticationForm,
}))

const confirm = () => endIdentityCheck(true)
const cancel = () => endIdentityCheck(false)

/** Asks who is there when an action needs a recent sign-in. The action then goes on. */
export function IdentityCheck() {
  const isAsking = useSyncExternalStore(identityCheck.subscribe, identityCheck.read)
  return (
    <Modal title="Confirm that it is you" isOpen={isAsking} onClose={cancel}>
      <Suspense fallback={<Loading />}>
        <ReauthenticationForm onConfirmed={confirm} onCancel={cancel} />
      </Suspense>
    </Modal>
  )
}
