import { Link } from '@tanstack/react-router'
import { periods, type Period } from './overview-search.ts'

/** The links of a page to the periods that it can show; 30 days are the usual one. */
export function PeriodLinks({ to, days }: { to: '/' | '/analytics'; days: Period }) {
  return (
    <nav aria-label="Period" className="row">
      {periods.map((period) => (
        <Link
          key={period}
          to={to}
          search={period === 30 ? {} : { days: period }}
          className="tab"
          activeOptions={{ exact: true }}
          aria-current={period === days ? 'page' : undefined}
        >
          {period} days
        </Link>
      ))}
    </nav>
  )
}
