import { CopyButton } from './copy-button.tsx'

/** A secret that is shown only once. */
export function SecretOnce({ secret, what }: { secret: string; what: string }) {
  return (
    <div className="stack-tight">
      <p className="note note-warn">Copy {what} now. You cannot see it again.</p>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} what={what} tone="primary" />
      </div>
    </div>
  )
}
