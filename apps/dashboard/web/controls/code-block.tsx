import { CopyButton } from './copy-button.tsx'

/** Text for machines, as it is. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="code-block">
      {/* It scrolls: whoever has no mouse must be able to. */}
      <pre tabIndex={0} aria-label={what}>
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
