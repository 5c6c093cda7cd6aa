import { useMutation } from '@tanstack/react-query'
import { accounts } from '../client/accounts.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'

/** Everything that is kept of the account, as a file. */
export function ExportSection() {
  const exporting = useMutation({
    mutationFn: accounts.exportAccount,
    onSuccess: (data) => saveFile('waypost-account.json', JSON.stringify(data, null, 2)),
  })
  return (
    <section className="card stack-tight">
      <h2>Your data</h2>
      <p>All that is kept of your account, as one JSON file.</p>
      <ErrorNote error={exporting.error} />
      <div className="row">
        <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
          Export
        </Button>
      </div>
    </section>
  )
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
