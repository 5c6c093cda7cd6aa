import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeader } from '../shell/page-header.tsx'
import { settingsPages } from './settings-pages.ts'

/** The frame of each page of the settings. */
export function SettingsPage({ children }: { children: ReactNode }) {
  return (
    <div className="stack page-narrow">
      <PageHeader title="Settings" />
      <nav className="tabs" aria-label="Settings">
        {settingsPages.map(({ to, label }) => (
          <Link key={to} className="tab" to={to} activeOptions={{ exact: true }}>
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  )
}
