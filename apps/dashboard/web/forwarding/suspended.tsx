import type { AliasApi } from '@waypost/sdk'
import { Pill } from '../controls/pill.tsx'

interface Props {
  suspension: NonNullable<AliasApi.ForwardingAddress['suspension']>
}

/** Says that nothing is forwarded to a mailbox that refused mail, and what its server answered. */
export function Suspended({ suspension: { reason } }: Props) {
  return (
    <>
      <Pill tone="bad">suspended</Pill>
      {reason !== '' && <span className="small quiet breakable">{reason}</span>}
    </>
  )
}
