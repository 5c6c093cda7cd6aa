import type { ReactNode } from 'react'

interface Props {
  title: string
  /** What it is for, and what to do first. */
  children: ReactNode
  action?: ReactNode
}

/** Nothing yet, and how to begin. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p className="quiet">{children}</p>
      {action}
    </div>
  )
}
