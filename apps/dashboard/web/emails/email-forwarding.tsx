import type { AliasApi } from '@waypost/sdk'
import { StatusPill } from '../controls/status-pill.tsx'

/** Where a mail went on to, or why it did not. */
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
