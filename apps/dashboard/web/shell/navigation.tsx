import { Link, useLocation } from '@tanstack/react-router'
import { findEntry, navigationGroups, overviewEntry, type NavigationEntry } from './navigation-groups.ts'
import { useLastService } from './use-last-service.ts'

/** The main menu. */
export function Navigation() {
  const current = useLocation({ select: ({ pathname }) => findEntry(pathname) })
  return (
    <nav className="navigation" aria-label="Main">
      <ul className="nav-group">
        <li>
          <NavigationLink entry={overviewEntry} isCurrent={current === overviewEntry} />
        </li>
      </ul>
      {navigationGroups.map(({ title, entries }) => (
        <section className="nav-group" key={title} aria-label={title}>
          <p className="nav-title">{title}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.label}>
                <NavigationLink entry={entry} isCurrent={entry === current} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function NavigationLink({
  entry: { label, icon: Icon, link },
  isCurrent,
}: {
  entry: NavigationEntry
  isCurrent: boolean
}) {
  const service = useLastService()
  return (
    <Link
      className={isCurrent ? 'nav-link nav-current' : 'nav-link'}
      {...link(service)}
      // The router would also mark links whose path is the beginning of another's.
      activeOptions={{ exact: true, includeSearch: false }}
      activeProps={{}}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon className="nav-icon" size={16} />
      {label}
    </Link>
  )
}
