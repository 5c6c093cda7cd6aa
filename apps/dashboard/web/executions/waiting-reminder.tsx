import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../controls/button-link.tsx'
import { waitingQuery } from './execution-queries.ts'

/** Leads to a run that waits for the owner. */
export function WaitingReminder() {
  const { data } = useQuery(waitingQuery)
  const first = data?.items.at(-1)
  if (!first?.waiting) return null
  const others = data!.items.length - 1
  return (
    <div className="note note-warn row row-apart" role="status">
      <span>
        A run waits for you: {first.waiting.message}
        {others > 0 && ` (and ${others} more)`}
      </span>
      <ButtonLink to="/runs/$id" params={{ id: first.id }}>
        Open the run
      </ButtonLink>
    </div>
  )
}
