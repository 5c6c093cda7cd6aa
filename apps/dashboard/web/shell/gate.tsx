import { useEffect, type ReactNode } from 'react'
import { Brand } from './brand.tsx'

/** The layout of the pages for signed-out users. */
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
