import type { Service } from '../services/service.ts'
import { serviceLabels } from '../services/service.ts'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'

interface Props {
  service: Service
  error: Error
  onRetry: () => void
}

/** Replaces data that a service did not return, so that missing data is not shown as empty. */
export function ServiceFailure({ service, error, onRetry }: Props) {
  return (
    <section className="card stack">
      <h2>{serviceLabels[service]}</h2>
      <p>
        Your {service} data cannot be shown because the {service} service did not answer.
      </p>
      <ErrorNote error={error} />
      <div className="row">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </section>
  )
}
