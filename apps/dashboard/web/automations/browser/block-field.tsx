import { CheckField } from '../../controls/field.tsx'
import type { Browser } from './change-browser.ts'

type Blocked = NonNullable<Browser['block']>[number]

const labels: Record<Blocked, string> = {
  ads: 'Advertisements and visitor counters',
  images: 'Images',
  media: 'Sound and video',
  fonts: 'Fonts',
}

interface Props {
  block: Blocked[]
  onChange: (block: Blocked[]) => void
}

/** What the browser does not load, so that pages are there sooner. */
export function BlockField({ block, onChange }: Props) {
  return (
    <fieldset>
      <legend className="legend">Do not load</legend>
      <div className="checks">
        {(Object.keys(labels) as Blocked[]).map((kind) => (
          <CheckField
            key={kind}
            label={labels[kind]}
            checked={block.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? [...block, kind] : block.filter((each) => each !== kind))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
