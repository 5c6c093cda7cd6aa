import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { SelectField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { Modal } from '../controls/modal.tsx'
import type { Service } from '../services/service.ts'
import { webhookServices } from './webhook-services.ts'

const spans = [
  { label: 'the last hour', hours: 1 },
  { label: 'the last 24 hours', hours: 24 },
  { label: 'the last 3 days', hours: 72 },
  { label: 'the last 7 days', hours: 168 },
]

/** Resends all deliveries that failed or were cancelled since a time. */
export function RecoverButton({ service, id }: { service: Service; id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const recover = useMutation({
    mutationFn: (hours: number) =>
      webhookServices[service].recover(id, new Date(Date.now() - hours * 3_600_000).toISOString()),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', service, id] }),
  })
  const close = () => {
    setIsOpen(false)
    recover.reset()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Recover missed deliveries</Button>
      <Modal title="Recover missed deliveries" isOpen={isOpen} onClose={close}>
        {recover.data === undefined ? (
          <Form onSubmit={(values) => recover.mutate(Number(values.get('hours')))} error={recover.error}>
            <SelectField
              label="Failed or cancelled in"
              name="hours"
              defaultValue="24"
              hint="Each delivery keeps its ID, so your server can ignore those that it already has."
            >
              {spans.map(({ label, hours }) => (
                <option key={hours} value={hours}>
                  {label}
                </option>
              ))}
            </SelectField>
            <Button type="submit" tone="primary" isBusy={recover.isPending}>
              Resend all
            </Button>
          </Form>
        ) : (
          <div className="stack">
            <p role="status">
              {recover.data === 0
                ? 'There was nothing to resend.'
                : `${recover.data} ${recover.data === 1 ? 'delivery is' : 'deliveries are'} on the way.`}
            </p>
            <div className="row">
              <Button onClick={close}>Close</Button>
            </div>
          </div>
        )}
      </Modal>
    </>
  )
}
