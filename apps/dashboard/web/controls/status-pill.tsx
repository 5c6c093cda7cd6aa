import { CircleCheck, CircleDashed, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { Pill, type PillTone } from './pill.tsx'

const icons: Record<PillTone, LucideIcon> = {
  good: CircleCheck,
  bad: CircleX,
  busy: LoaderCircle,
  warn: Clock,
  plain: CircleDashed,
}

const tones: Record<string, PillTone> = {
  completed: 'good',
  delivered: 'good',
  passed: 'good',
  verified: 'good',
  executed: 'good',
  generated: 'good',
  sent: 'good',
  running: 'busy',
  received: 'busy',
  resolved: 'busy',
  generating: 'busy',
  queued: 'busy',
  pending: 'warn',
  partial_failed: 'warn',
  withheld: 'warn',
  failed: 'bad',
  bounced: 'bad',
}

/** A status in the services' wording. */
export function StatusPill({ status }: { status: string }) {
  const tone = tones[status] ?? 'plain'
  return (
    <Pill tone={tone} icon={icons[tone]}>
      {status.replaceAll('_', ' ')}
    </Pill>
  )
}
