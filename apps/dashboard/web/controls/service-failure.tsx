import type { Service } from '../services/service.ts'
import { serviceLabels } from '../services/service.ts'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'

interface Props {
  service: Service
  error: Error
  onRetry: () => void
}

/** In the place of what a service did not answer with: it may be anything, and is not nothing. */
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
