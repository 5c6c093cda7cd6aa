import { useEffect, type ReactNode } from 'react'
import { Brand } from './brand.tsx'

/** What stands around the pages for somebody who is not signed in. */
export function Gate({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Waypost`
  }, [title])
  return (
    <main className="gate">
      <Brand />
      <div className="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
