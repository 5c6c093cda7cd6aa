import { describeSpan } from './describe-span.ts'
import { useNow } from './use-now.ts'

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** A relative time, with the exact time as a tooltip. */
export function Time({ at, fallback = 'never' }: { at: string | null | undefined; fallback?: string }) {
  const now = useNow(10_000)
  if (at == null) return <span className="quiet">{fallback}</span>
  const ago = now - Date.parse(at)
  const words =
    Math.abs(ago) < 5_000 ? 'just now' : ago > 0 ? `${describeSpan(ago)} ago` : `in ${describeSpan(ago)}`
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {words}
    </time>
  )
}
