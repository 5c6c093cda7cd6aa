import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type Tone } from './button.tsx'

/** Copies a text to the clipboard and shows whether it worked. */
export function CopyButton({ text, what, tone = 'plain' }: { text: string; what: string; tone?: Tone }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return undefined
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  const word = outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copy failed' : 'Copy'
  const Icon = outcome === 'copied' ? Check : outcome === 'failed' ? X : Copy
  return (
    <>
      <Button tone={tone} onClick={copy} aria-label={`${word} ${what}`} title={word}>
        <Icon size={16} />
      </Button>
      <span className="unseen" role="status">
        {outcome === 'copied' ? `Copied ${what}` : ''}
      </span>
    </>
  )
}
