import { useEffect, type ReactNode } from 'react'

interface Props {
  title: string
  /** What one can do here, in a sentence. */
  lead?: ReactNode
  actions?: ReactNode
}

/** The head of a page, and the name of the window. */
export function PageHeader({ title, lead, actions }: Props) {
  useEffect(() => {
    document.title = `${title} · Waypost`
  }, [title])
  return (
    <header className="page-header">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  )
}
