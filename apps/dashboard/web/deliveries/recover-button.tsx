import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Modal } from '../controls/modal.tsx'
import type { Service } from '../services/service.ts'
import { RecoverForm } from './recover-form.tsx'

interface Props {
  service: Service
  id: string
  events: string[]
}

/** Resends deliveries that failed or were cancelled. */
export function RecoverButton({ service, id, events }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Recover missed deliveries</Button>
      <Modal title="Recover missed deliveries" isOpen={isOpen} onClose={close}>
        {isOpen && <RecoverForm service={service} id={id} events={events} onClose={close} />}
      </Modal>
    </>
  )
}
