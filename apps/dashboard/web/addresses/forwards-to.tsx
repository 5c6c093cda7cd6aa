import type { AliasApi } from '@waypost/sdk'
import { Pill } from '../controls/pill.tsx'

/** The mailbox to which an alias's mail is forwarded. */
export function ForwardsTo({ forwarding }: { forwarding: AliasApi.CreatedAlias['forwarding'] | undefined }) {
  if (!forwarding) return <span className="quiet">–</span>
  return (
    <span className="row">
      <span className="breakable">{forwarding.forwardToEmail}</span>
      {!forwarding.isActive && <Pill>off</Pill>}
    </span>
  )
}
