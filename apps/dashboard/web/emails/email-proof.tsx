import type { AliasApi } from '@waypost/sdk'
import { Pill, type PillTone } from '../controls/pill.tsx'

type Authentication = NonNullable<AliasApi.EmailDetail['authentication']>

const verdicts: Record<Authentication['verdict'], { tone: PillTone; label: string; words: string }> = {
  signed: { tone: 'good', label: 'verified', words: 'The author’s domain signed this email.' },
  vouched: { tone: 'good', label: 'verified', words: 'The email came from a server of the author’s domain.' },
  unprotected: {
    tone: 'warn',
    label: 'not verified',
    words: 'The author’s domain publishes no policy for its email: anybody may have written this one.',
  },
  forged: {
    tone: 'bad',
    label: 'forged',
    words: 'The email was not sent by a server of its stated author.',
  },
  unknown: {
    tone: 'plain',
    label: 'not checked',
    words: 'The sender could not be checked because DNS did not answer.',
  },
}

/** Shows whether an email's author is verified, and by which checks. */
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
