import type { AliasApi } from '@waypost/sdk'
import { CopyButton } from '../controls/copy-button.tsx'
import { Pill, type PillTone } from '../controls/pill.tsx'

type Finding = AliasApi.CheckedDomain['checks']['mx']

const findings: Record<Finding | 'asking', { tone: PillTone; words: string }> = {
  asking: { tone: 'busy', words: 'checking DNS …' },
  found: { tone: 'good', words: 'found' },
  missing: { tone: 'warn', words: 'not published yet' },
  wrong: { tone: 'bad', words: 'wrong value' },
  unknown: { tone: 'plain', words: 'DNS did not answer' },
}

interface Props {
  type: string
  /** The purpose of the record; defaults to its type. */
  label?: string
  host: string
  value: string
  priority?: number
  /** The result of the DNS check; absent if the record is not checked. */
  finding?: Finding | 'asking'
}

/** A DNS record to copy, and whether it is published. */
export function DnsRecord({ type, label = type, host, value, priority, finding }: Props) {
  const found = finding && findings[finding]
  return (
    <section className="stack-tight" aria-label={`${label} record`}>
      <div className="row">
        <h3>{label} record</h3>
        {label !== type && <span className="quiet small">of type {type}</span>}
        {found && <Pill tone={found.tone}>{found.words}</Pill>}
      </div>
      <dl className="facts">
        <dt>Host</dt>
        <dd className="row">
          <code className="breakable">{host}</code>
          <CopyButton text={host} what={`the host of the ${label} record`} />
        </dd>
        <dt>Value</dt>
        <dd className="row">
          <code className="breakable">{value}</code>
          <CopyButton text={value} what={`the value of the ${label} record`} />
        </dd>
        {priority !== undefined && (
          <>
            <dt>Priority</dt>
            <dd>{priority}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
