import type { AliasApi } from '@waypost/sdk'
import { Pill } from '../controls/pill.tsx'
import { Suspended } from '../forwarding/suspended.tsx'

/** The mailbox to which an alias's mail is forwarded, and whether rules come before that. */
export function ForwardsTo({ activity }: { activity: AliasApi.Alias['activity'] }) {
  const forwarding = activity?.forwarding
  const rules = activity?.rules ?? 0
  if (!forwarding && rules === 0) return <span className="quiet">–</span>
  return (
    <span className="row">
      {forwarding && <span className="breakable">{forwarding.forwardToEmail}</span>}
      {forwarding && !forwarding.isActive && <Pill>off</Pill>}
      {forwarding?.suspension && <Suspended suspension={forwarding.suspension} />}
      {rules > 0 && <Pill>{rules === 1 ? '1 rule' : `${rules} rules`}</Pill>}
    </span>
  )
}
