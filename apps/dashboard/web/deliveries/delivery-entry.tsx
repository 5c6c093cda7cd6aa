import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { CodeBlock } from '../controls/code-block.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { StatusPill } from '../controls/status-pill.tsx'
import { SelectBox } from '../lists/select-box.tsx'
import type { Selection } from '../lists/use-selection.ts'
import type { Service } from '../services/service.ts'
import { Time } from '../times/time.tsx'
import { AttemptDetails } from './attempt-details.tsx'
import { readSubject } from './delivery-subject.ts'
import { indentJson } from './indent-json.ts'
import { SubjectLinks } from './subject-links.tsx'
import { SubjectName } from './subject-name.tsx'
import type { Delivery } from '../webhooks/webhook-service.ts'
import { webhookServices } from '../webhooks/webhook-services.ts'

interface Props {
  service: Service
  /** Null where a URL was named for this delivery: it has no page. */
  webhookId: string | null
  /** Its URL, where the page is not that of the webhook. */
  receiver?: string | null
  delivery: Delivery
  /** Absent where deliveries cannot be selected. */
  selection?: Selection
}

/** One delivery in the log, with its details when expanded. */
export function DeliveryEntry({ service, webhookId, receiver, delivery, selection }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  const client = useQueryClient()
  const redeliver = useMutation({
    mutationFn: (id: string) => webhookServices[service].redeliver(id, delivery.id),
    onSuccess: (_answer, id) => client.invalidateQueries({ queryKey: ['webhooks', service, id] }),
  })
  const { attempts, nextAttemptAt } = delivery
  const last = attempts.at(-1)
  const response = last?.status ?? last?.error ?? null
  const isGood = last?.status != null && last.status < 300
  const subject = readSubject(delivery.body)
  return (
    <li className="delivery">
      <div className="delivery-head">
        {selection && (
          <SelectBox
            label={`Select ${delivery.event} ${delivery.id}`}
            isSelected={selection.ids.has(delivery.id)}
            onToggle={(isRange) => selection.toggle(delivery.id, isRange)}
          />
        )}
        <button
          type="button"
          className="delivery-line"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="delivery-what">
            <span className="row-strong breakable">{delivery.event}</span>
            <span className="small breakable">
              <SubjectName subject={subject} />
            </span>
          </span>
          <StatusPill status={delivery.status} />
          <span className="small">
            {response !== null && (
              <span className={isGood ? 'delivery-response' : 'delivery-response delivery-response-bad'}>
                {response}
              </span>
            )}
            {(response === null || attempts.length > 1) && (
              <span className="quiet unbroken">
                {response !== null && ' '}
                {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
              </span>
            )}
          </span>
          <span className="quiet small">
            <Time at={delivery.createdAt} />
          </span>
        </button>
      </div>
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
            {webhookId !== null && (
              <Button isBusy={redeliver.isPending} onClick={() => redeliver.mutate(webhookId)}>
                Resend
              </Button>
            )}
          </div>
          {receiver && (
            <p className="small breakable">
              To {receiver}
              {webhookId !== null && (
                <>
                  ,{' '}
                  <Link to="/webhooks/$service/$id" params={{ service, id: webhookId }}>
                    the webhook’s page
                  </Link>
                </>
              )}
            </p>
          )}
          <p className="row small">
            <SubjectLinks subject={subject} />
          </p>
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
