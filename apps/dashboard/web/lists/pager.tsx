import { Button } from '../controls/button.tsx'

interface Props {
  /** The number of rows before this page. */
  from: number
  count: number
  total: number | null
  goBack: (() => void) | undefined
  goOn: (() => void) | undefined
}

/** The position in a list with links to the newer and older page. Hidden if the list has one page. */
export function Pager({ from, count, total, goBack, goOn }: Props) {
  if (!goBack && !goOn) return null
  const place =
    count === 0
      ? 'Nothing here; go on to the older ones'
      : `${(from + 1).toLocaleString('en')}–${(from + count).toLocaleString('en')}`
  return (
    <nav className="pager" aria-label="Pages">
      <span className="quiet small" role="status">
        {place}
        {total !== null && ` of ${total.toLocaleString('en')}`}
      </span>
      <span className="row">
        <Button disabled={!goBack} onClick={goBack}>
          Newer
        </Button>
        <Button disabled={!goOn} onClick={goOn}>
          Older
        </Button>
      </span>
    </nav>
  )
}
