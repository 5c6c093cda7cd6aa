import type { AliasApi } from '@waypost/sdk'
import { StatusPill } from '../controls/status-pill.tsx'

/** The destination of a forwarded email, or why it was not forwarded. */
export function EmailForwarding({
  forwarding,
}: {
  forwarding: NonNullable<AliasApi.EmailDetail['forwarding']>
}) {
  const { status, to, reason } = forwarding
  return (
    <>
      <span>{to}</span>
      <StatusPill status={status} />
      {reason !== null && <span>{reason}</span>}
    </>
  )
}
