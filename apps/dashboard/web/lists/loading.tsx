/** The loading indicator. */
export function Loading({ what = 'Loading …' }: { what?: string }) {
  return (
    <p className="loading" role="status">
      {what}
    </p>
  )
}
