import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Modal } from '../../controls/modal.tsx'
import { Pill } from '../../controls/pill.tsx'
import { Loading } from '../../lists/loading.tsx'
import { Time } from '../../times/time.tsx'
import { useSession } from '../session-query.ts'
import { RenewRecoveryCodes } from './renew-recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import { SwitchOff } from './switch-off.tsx'
import { twoFactorQuery } from './two-factor-query.ts'

/** From here on the owner is asked to create new recovery codes. */
const fewCodes = 3

const dialogs = {
  'set-up': { title: 'Set up two-factor authentication', Content: SetUp },
  codes: { title: 'Create new recovery codes?', Content: RenewRecoveryCodes },
  off: { title: 'Switch two-factor authentication off?', Content: SwitchOff },
}

/** Shows whether signing in takes a code, and switches it on and off. */
export function TwoFactorSection() {
  const session = useSession()
  const { data, error } = useQuery(twoFactorQuery)
  const [dialog, setDialog] = useState<keyof typeof dialogs>('set-up')
  const [isOpen, setIsOpen] = useState(false)
  const open = (which: keyof typeof dialogs) => {
    setDialog(which)
    setIsOpen(true)
  }
  const close = () => setIsOpen(false)
  const { title, Content } = dialogs[dialog]
  const isConfirmed = session?.account.emailConfirmed === true
  return (
    <section className="card stack-tight">
      <div className="row">
        <h2>Two-factor authentication</h2>
        {data && <Pill tone={data.isOn ? 'good' : 'plain'}>{data.isOn ? 'on' : 'off'}</Pill>}
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data?.isOn === false && (
        <>
          <p>Signing in takes your password alone. With an authenticator app it takes a code too.</p>
          {!isConfirmed && <p className="note note-warn">Confirm your email address first.</p>}
          <div className="row">
            <Button disabled={!isConfirmed} onClick={() => open('set-up')}>
              Set up
            </Button>
          </div>
        </>
      )}
      {data?.isOn === true && (
        <>
          <p>
            Signing in takes your password and a code of your authenticator app. Switched on{' '}
            <Time at={data.since} />.
          </p>
          <p className={data.recoveryCodesLeft <= fewCodes ? 'note note-warn' : undefined}>
            {data.recoveryCodesLeft} of 10 recovery codes are left.
          </p>
          <div className="row">
            <Button onClick={() => open('codes')}>New recovery codes</Button>
            <Button tone="plain-danger" onClick={() => open('off')}>
              Switch off
            </Button>
          </div>
        </>
      )}
      <Modal title={title} isOpen={isOpen} onClose={close}>
        <Content onClose={close} />
      </Modal>
    </section>
  )
}
