import { Pill, type PillTone } from './pill.tsx'

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
  return <Pill tone={tones[status] ?? 'plain'}>{status.replaceAll('_', ' ')}</Pill>
}
