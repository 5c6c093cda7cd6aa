import { useEffect, type ReactNode } from 'react'

interface Props {
  title: string
  /** What the page is for, in a sentence. */
  lead?: ReactNode
  actions?: ReactNode
}

/** The heading of a page. It also sets the document's title. */
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
