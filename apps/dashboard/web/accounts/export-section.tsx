import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClass } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { saveFile } from '../controls/save-file.ts'

/** Exports everything that is stored for the account as a file. */
export function ExportSection() {
  const [progress, setProgress] = useState('')
  const exporting = useMutation({
    mutationFn: async () => {
      const { exportEverything } = await import('./export-everything.ts')
      saveFile('waypost-account.json', await exportEverything(setProgress))
    },
  })
  return (
    <section className="card stack-tight">
      <h2>Your data</h2>
      <p>
        Download your account and everything that belongs to it as one JSON file: automations, runs,
        pipelines, jobs, aliases, emails, webhooks, keys and audit logs. Emails are included as the inbox
        lists them. The zip has every email whole, with its attachments: a mailbox (mbox) of each alias, which
        mail programs import.
      </p>
      <ErrorNote error={exporting.error} />
      <div className="row">
        <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          Export
        </Button>
        <a className={buttonClass.usual} href="/alias/api/v1/emails/export" download="emails.zip">
          Download all emails
        </a>
        <span role="status">
          {exporting.isPending && `Reading ${progress} …`}
          {exporting.isSuccess && 'Saved as waypost-account.json.'}
        </span>
      </div>
    </section>
  )
}
