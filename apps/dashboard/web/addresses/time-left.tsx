import type { AliasApi } from '@waypost/sdk'
import { Pill } from '../controls/pill.tsx'
import { describeSpan } from '../times/describe-span.ts'
import { useNow } from '../times/use-now.ts'

const soonMs = 3_600_000

/** Shows how long an alias still receives mail. */
export function TimeLeft({
  address: { expiresAt, isActive, isStopped, autoRenew },
}: {
  address: Pick<AliasApi.Alias, 'expiresAt' | 'isActive' | 'isStopped' | 'autoRenew'>
}) {
  const now = useNow(1_000)
  const leftMs = Date.parse(expiresAt) - now
  if (leftMs <= 0) return <Pill>expired</Pill>
  if (isStopped === true) return <Pill tone="warn">stopped: its domain is not verified</Pill>
  return (
    <span className="row">
      <Pill tone={leftMs < soonMs ? 'warn' : 'good'}>{describeSpan(leftMs)}</Pill>
      {autoRenew && <span className="small quiet">renews itself</span>}
      {!isActive && <Pill tone="warn">paused</Pill>}
    </span>
  )
}
