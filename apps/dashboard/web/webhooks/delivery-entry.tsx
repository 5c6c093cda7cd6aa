import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import type { Service } from '../services/service.ts'
import { Time } from '../times/time.tsx'
import { AttemptDetails } from './attempt-details.tsx'
import { indentJson } from './indent-json.ts'
import type { Delivery } from './webhook-service.ts'
import { webhookServices } from './webhook-services.ts'

interface Props {
  service: Service
  webhookId: string
  delivery: Delivery
}

/** One delivery in the log, with its details when expanded. */
export function DeliveryEntry({ service, webhookId, delivery }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const client = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => webhookServices[service].redeliver(webhookId, delivery.id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', service, webhookId] }),
  })
  const { attempts, nextAttemptAt } = delivery
  return (
    <li className="delivery">
      <button
        type="button"
        className="delivery-line"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="row-strong breakable">{delivery.event}</span>
        <StatusPill status={delivery.status} />
        <span className="quiet small unbroken">
          {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
        </span>
        <span className="quiet small">
          <Time at={delivery.createdAt} />
        </span>
      </button>
      {isOpen && (
        <div className="delivery-details stack" id={details}>
          <div className="row row-apart">
            <p>
              {delivery.status === 'pending' && nextAttemptAt !== null && (
                <>
                  Next attempt <Time at={nextAttemptAt} />.{' '}
                </>
              )}
              <span className="quiet small">
                Delivery <code>{delivery.id}</code>, the same for every attempt
              </span>
            </p>
            <Button isBusy={redeliver.isPending} onClick={() => redeliver.mutate()}>
              Resend
            </Button>
          </div>
          <ErrorNote error={redeliver.error} />
          <ol className="stack">
            {attempts.map((attempt) => (
              <AttemptDetails key={attempt.number} attempt={attempt} />
            ))}
          </ol>
          <div className="stack-tight">
            <h3>Request body</h3>
            <CodeBlock text={indentJson(delivery.body)} what="the request body" />
          </div>
        </div>
      )}
    </li>
  )
}
