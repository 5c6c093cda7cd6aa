import { Button } from '../controls/button.tsx'

interface Props {
  /** How many rows came before this page. */
  from: number
  count: number
  total: number | null
  goBack: (() => void) | undefined
  goOn: (() => void) | undefined
}

/** Where one is in a list, and the way on. Nothing where all of it is to be seen. */
export function Pager({ from, count, total, goBack, goOn }: Props) {
  if (!goBack && !goOn) return null
  const place = `${(from + 1).toLocaleString('en')}–${(from + count).toLocaleString('en')}`
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
