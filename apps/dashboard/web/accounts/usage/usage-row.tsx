import { Time } from '../../times/time.tsx'

export interface Amount {
  used: number
  limit: number
  /** Absent or null where it does not reset by itself. */
  resetsAt?: string | null
}

interface Row {
  label: string
  amount: Amount
  describe?: ((amount: number) => string) | undefined
}

const describeNumber = (amount: number): string => amount.toLocaleString('en')

/** Shows how much of a limit is used, and when that resets. */
export function UsageRow({ label, amount: { used, limit, resetsAt }, describe = describeNumber }: Row) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {describe(used)} of {describe(limit)}
        {resetsAt && (
          <>
            {' '}
            (resets <Time at={resetsAt} />)
          </>
        )}
      </dd>
    </>
  )
}
