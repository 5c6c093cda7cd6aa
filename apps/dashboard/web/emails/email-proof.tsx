import type { AliasApi } from '@waypost/sdk'
import { Pill, type PillTone } from '../controls/pill.tsx'

type Authentication = NonNullable<AliasApi.EmailDetail['authentication']>

const verdicts: Record<Authentication['verdict'], { tone: PillTone; label: string; words: string }> = {
  signed: { tone: 'good', label: 'proven', words: 'Its author’s domain has signed it.' },
  vouched: { tone: 'good', label: 'proven', words: 'It came from a server of its author’s domain.' },
  unprotected: {
    tone: 'warn',
    label: 'not proven',
    words: 'Its author’s domain does not say which mail is its own: anybody may have written it.',
  },
  forged: {
    tone: 'bad',
    label: 'forged',
    words: 'It is not from whom it says, and is not forwarded.',
  },
  unknown: { tone: 'plain', label: 'not checked', words: 'DNS did not say whose mail this is.' },
}

/** Whether a mail is from whom it says, and what that rests on. */
export function EmailProof({ authentication }: { authentication: Authentication }) {
  const { verdict, spf, dkim, dmarc } = authentication
  const { tone, label, words } = verdicts[verdict]
  const results = [
    `SPF ${spf.result}`,
    ...(dkim.length === 0
      ? ['DKIM none']
      : dkim.map(({ result, domain }) => `DKIM ${result} ${domain ?? ''}`)),
    `DMARC ${dmarc.result}`,
  ]
  return (
    <>
      <Pill tone={tone}>{label}</Pill> <span>{words}</span>{' '}
      <span className="quiet small">{results.map((each) => each.trim()).join(' · ')}</span>
    </>
  )
}
