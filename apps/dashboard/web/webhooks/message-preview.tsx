import { Fragment } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import type { Service } from '../services/service.ts'
import type { MessageFormat } from './message-format.ts'
import { webhookServices } from './webhook-services.ts'

/** The message that an event becomes, by its example. */
export function MessagePreview(asked: { service: Service; format: MessageFormat; event: string }) {
  const { service, format, event } = asked
  const { data: message, error } = useQuery({
    queryKey: ['message-preview', service, format, event],
    queryFn: () => webhookServices[service].preview(format, event),
    staleTime: Infinity,
  })
  if (error) return <ErrorNote error={error} />
  if (!message) return <Loading />
  return (
    <figure className="card stack" aria-label="Message">
      <figcaption>{event} will look like this:</figcaption>
      <strong>{message.title}</strong>
      <dl className="facts">
        {message.facts.map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </figure>
  )
}
