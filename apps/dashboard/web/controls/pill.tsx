import type { ReactNode } from 'react'

export type PillTone = 'good' | 'bad' | 'warn' | 'busy' | 'plain'

/** A coloured label for a state. */
export function Pill({ tone = 'plain', children }: { tone?: PillTone; children: ReactNode }) {
  return <span className={tone === 'plain' ? 'pill' : `pill pill-${tone}`}>{children}</span>
}
