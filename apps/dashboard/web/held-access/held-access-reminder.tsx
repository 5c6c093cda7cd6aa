import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../controls/button-link.tsx'
import { heldAccessQuery } from './held-access.ts'

/** Reminds the owner of access on hold until nothing is left to review. */
export function HeldAccessReminder() {
  const { data } = useQuery(heldAccessQuery)
  if (!data?.length) return null
  return (
    <div className="note note-warn row row-apart">
      <span>
        Since the account was recovered,{' '}
        {data.length === 1
          ? 'one key, webhook or forwarding rule is'
          : `${data.length} keys, webhooks and forwarding rules are`}{' '}
        switched off.
      </span>
      <ButtonLink to="/held-access">Review access</ButtonLink>
    </div>
  )
}
