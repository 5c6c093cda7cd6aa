interface Props {
  label: string
  value: string
  /** What exactly it is. */
  title?: string
  isBad?: boolean
}

/** A number that is read first, within a `dl`. */
export function Figure({ label, value, title, isBad = false }: Props) {
  return (
    <div className="figure" title={title}>
      <dt className="small quiet">{label}</dt>
      <dd className={isBad ? 'figure-value figure-bad' : 'figure-value'}>{value}</dd>
    </div>
  )
}
