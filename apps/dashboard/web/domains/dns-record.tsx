import type { CheckedDomain } from '../client/alias.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Pill, type PillTone } from '../controls/pill.tsx'

type Finding = CheckedDomain['checks']['mx']

const findings: Record<Finding, { tone: PillTone; words: string }> = {
  found: { tone: 'good', words: 'found' },
  missing: { tone: 'warn', words: 'not there yet' },
  wrong: { tone: 'bad', words: 'there, with another value' },
  unknown: { tone: 'plain', words: 'DNS did not say' },
}

interface Props {
  type: string
  host: string
  value: string
  priority?: number
  /** Undefined as long as DNS has not been asked. */
  finding: Finding | undefined
}

/** One record to be copied, and whether it is there. */
export function DnsRecord({ type, host, value, priority, finding }: Props) {
  const { tone, words } = finding ? findings[finding] : { tone: 'busy' as const, words: 'asking DNS …' }
  return (
    <section className="stack-tight" aria-label={`${type} record`}>
      <div className="row">
        <h3>{type} record</h3>
        <Pill tone={tone}>{words}</Pill>
      </div>
      <dl className="facts">
        <dt>Host</dt>
        <dd className="row">
          <code className="breakable">{host}</code>
          <CopyButton text={host} what={`the host of the ${type} record`} />
        </dd>
        <dt>Value</dt>
        <dd className="row">
          <code className="breakable">{value}</code>
          <CopyButton text={value} what={`the value of the ${type} record`} />
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
