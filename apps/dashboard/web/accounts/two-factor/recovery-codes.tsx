import { Button } from '../../controls/button.tsx'
import { CopyButton } from '../../controls/copy-button.tsx'
import { saveFile } from '../../controls/save-file.ts'

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <div className="stack">
      <p className="note note-warn" role="status">
        Keep these recovery codes where you find them without your phone. You cannot see them again. Each
        works once in place of a code of the app.
      </p>
      <ol className="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="row">
        <Button
          onClick={() =>
            saveFile('waypost-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
          }
        >
          Download
        </Button>
        <CopyButton text={text} what="recovery codes" tone="usual" />
        <Button tone="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
