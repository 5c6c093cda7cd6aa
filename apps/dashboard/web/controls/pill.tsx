import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type PillTone = 'good' | 'bad' | 'warn' | 'busy' | 'plain'

interface Props {
  tone?: PillTone
  icon?: LucideIcon | undefined
  children: ReactNode
}

/** A coloured label for a state. */
export function Pill({ tone = 'plain', icon: Icon, children }: Props) {
  return (
    <span className={tone === 'plain' ? 'pill' : `pill pill-${tone}`}>
      {Icon && <Icon className="pill-icon" size={14} />}
      {children}
    </span>
  )
}
