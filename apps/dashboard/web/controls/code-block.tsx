import { CopyButton } from './copy-button.tsx'

/** Preformatted text with a copy button. */
export function CodeBlock({ text, what }: { text: string; what: string }) {
  return (
    <div className="code-block">
      {/* The block scrolls, so it must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={what}>
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
