import type { ReactNode } from 'react'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Loading } from '../../lists/loading.tsx'
import { describeMebibytes } from './describe-mebibytes.ts'
import { UsageRow, type Amount } from './usage-row.tsx'

interface List<Name extends string> {
  /** The section's name for assistive technology, and its heading. */
  name: string
  heading: string
  /** The limits, in the order in which they are shown. */
  labels: Record<Name, string>
  /** Absent while they are loaded. */
  amounts: Record<Name, Amount> | undefined
  /** The limit that is a number of bytes. */
  bytes: Name
  error: Error | null
  children?: ReactNode
}

/** Shows how much of each limit of a service the account uses. */
export function UsageList<Name extends string>(list: List<Name>) {
  const { name, heading, labels, amounts, bytes, error, children } = list
  return (
    <section className="card stack-tight" aria-label={name}>
      <h2>{heading}</h2>
      <ErrorNote error={error} />
      {!amounts && !error && <Loading />}
      {children}
      {amounts && (
        <dl className="facts">
          {(Object.keys(labels) as Name[]).map((limit) => (
            <UsageRow
              key={limit}
              label={labels[limit]}
              amount={amounts[limit]}
              describe={limit === bytes ? describeMebibytes : undefined}
            />
          ))}
        </dl>
      )}
    </section>
  )
}
