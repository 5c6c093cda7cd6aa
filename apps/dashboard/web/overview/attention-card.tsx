import { Link } from '@tanstack/react-router'
import { Time } from '../times/time.tsx'
import type { Attention } from './attention.ts'

interface Props {
  items: Attention[]
  /** Failures whose automations have completed since. */
  recovered: Attention[]
  /** Whether both services have answered, so that an empty list means that all is well. */
  isComplete: boolean
}

/** What needs attention; or that nothing does. */
export function AttentionCard({ items, recovered, isComplete }: Props) {
  if (items.length === 0 && recovered.length === 0)
    return isComplete ? (
      <p className="note note-good" role="status">
        All is well: nothing needs your attention.
      </p>
    ) : null
  return (
    <section className="card stack" aria-label="Attention">
      {items.length > 0 && (
        <>
          <h2>Needs attention</h2>
          <AttentionList items={items} />
        </>
      )}
      {items.length === 0 && isComplete && (
        <p className="note note-good" role="status">
          All is well: nothing needs your attention.
        </p>
      )}
      {recovered.length > 0 && (
        <details>
          <summary>
            {recovered.length === 1 ? '1 failure' : `${recovered.length} failures`} of automations that work
            again
          </summary>
          <AttentionList items={recovered} />
        </details>
      )}
    </section>
  )
}

function AttentionList({ items }: { items: Attention[] }) {
  return (
    <ul className="attention-list">
      {items.map(({ key, tone, title, detail, count, since, lastAt, links }) => (
        <li key={key} className={`attention attention-${tone}`}>
          <div className="attention-words">
            <p className="row-strong breakable">{title}</p>
            {detail !== undefined && <p className="small breakable">{detail}</p>}
            <p className="small quiet">
              {count !== undefined && (count === 1 ? '1 run, ' : `${count.toLocaleString('en')} runs, last `)}
              {lastAt !== undefined && <Time at={lastAt} />}
              {since !== undefined && (
                <>
                  fails since <Time at={since} />
                </>
              )}
            </p>
          </div>
          <div className="row">
            {links.map(({ label, link }) => (
              <Link key={label} {...link}>
                {label}
              </Link>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
