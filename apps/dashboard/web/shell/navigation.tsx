import { Link } from '@tanstack/react-router'
import { navigationGroups } from './navigation-groups.ts'

/** The main menu. */
export function Navigation() {
  return (
    <nav aria-label="Main">
      <ul className="nav-group">
        <li>
          <Link className="nav-link" to="/" activeOptions={{ exact: true }}>
            Overview
          </Link>
        </li>
        <li>
          <Link className="nav-link" to="/account">
            Account
          </Link>
        </li>
      </ul>
      {navigationGroups.map(({ title, entries }) => (
        <section className="nav-group" key={title} aria-label={title}>
          <p className="nav-title">{title}</p>
          <ul>
            {entries.map(({ label, link }) => (
              <li key={label}>
                <Link className="nav-link" {...link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
