import type { AutomationApi } from '@waypost/sdk'
import { CopyButton } from '../controls/copy-button.tsx'

/** The data that a run extracted. */
export function ExtractedData({ data }: { data: AutomationApi.Execution['extractedData'] }) {
  const entries = Object.entries(data)
  if (entries.length === 0) return null
  return (
    <section className="card stack-tight">
      <div className="row row-apart">
        <h2>Extracted data</h2>
        <CopyButton text={JSON.stringify(data, null, 2)} what="the extracted data as JSON" />
      </div>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <div key={name} className="facts-entry">
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : value.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
