import type { ReactNode } from 'react'

interface Props {
  title: string
  /** What the list is for, and what to do first. */
  children: ReactNode
  action?: ReactNode
}

/** Replaces an empty list with an explanation. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p className="quiet">{children}</p>
      {action}
    </div>
  )
}
