import type { AliasApi } from '@waypost/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { Button } from '../controls/button.tsx'
import { CheckField, TextField } from '../controls/field.tsx'
import { Form } from '../controls/form.tsx'
import { textOf } from '../controls/form-values.ts'
import { Modal } from '../controls/modal.tsx'
import { DestinationField } from '../forwarding/destination-field.tsx'
import { destinationChoices } from '../forwarding/forwarding-queries.ts'
import { DataTable } from '../lists/data-table.tsx'

// A request has 1 MiB.
const maxBytes = 1_000_000

interface Wanted {
  file: File
  forwardToId: string
  autoRenew: boolean
}

/** Creates the aliases of a file that another service has exported, and shows what became of each row. */
export function ImportAddressesButton() {
  const [isOpen, setIsOpen] = useState(false)
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async ({ file, forwardToId, autoRenew }: Wanted) =>
      alias.addresses.import({
        csv: await file.text(),
        autoRenew,
        ...(forwardToId !== '' && { forwardToId }),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['addresses'] }),
  })
  const close = () => {
    setIsOpen(false)
    run.reset()
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Import</Button>
      <Modal title={run.data ? 'Import finished' : 'Import aliases'} isOpen={isOpen} onClose={close}>
        {run.data ? (
          <Result result={run.data} onClose={close} />
        ) : (
          <ImportForm onSubmit={run.mutate} isBusy={run.isPending} error={run.error} />
        )}
      </Modal>
    </>
  )
}

interface FormProps {
  onSubmit: (wanted: Wanted) => void
  isBusy: boolean
  error: Error | null
}

function ImportForm({ onSubmit, isBusy, error }: FormProps) {
  const { data: destinations = [] } = useQuery(destinationChoices)
  const [file, setFile] = useState<File>()
  const isTooLarge = file !== undefined && file.size > maxBytes
  const submit = (values: FormData) => {
    if (file)
      onSubmit({ file, forwardToId: textOf(values, 'forwardToId'), autoRenew: values.has('autoRenew') })
  }
  return (
    <Form onSubmit={submit} error={error}>
      <p className="quiet page-note">
        Aliases on your own verified domains can be imported from SimpleLogin, addy.io, or any CSV file with a
        column “address”.
      </p>
      <TextField
        label="File"
        name="csv"
        type="file"
        accept=".csv,text/csv"
        required={!file}
        hint={
          isTooLarge
            ? 'The file is larger than 1 MB. Split it, and repeat its first line.'
            : 'CSV, at most 1 MB and 5,000 aliases.'
        }
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {destinations.length > 0 && (
        <DestinationField
          destinations={destinations}
          hint="For aliases none of whose mailboxes in the file is a verified mailbox of yours here."
        />
      )}
      <CheckField label="Renew them before they expire" name="autoRenew" defaultChecked />
      <Button type="submit" tone="primary" isBusy={isBusy} disabled={isTooLarge}>
        Import
      </Button>
    </Form>
  )
}

function Result({ result, onClose }: { result: AliasApi.AliasImport; onClose: () => void }) {
  const refused = result.rows.filter(({ status }) => status === 'refused')
  const leftOut = result.rows.flatMap(({ line, address, leftOut: mailboxes }) =>
    mailboxes.map((mailbox) => ({ line, address, ...mailbox })),
  )
  return (
    <div className="stack">
      <p>
        {result.created} created, {result.exists} already there, {result.refused} refused.
      </p>
      {refused.length > 0 && (
        <DataTable
          caption="Refused rows"
          columns={[
            { label: 'Line', cell: ({ line }) => line },
            { label: 'Address', cell: ({ address }) => <span className="breakable">{address}</span> },
            { label: 'Reason', cell: ({ reason }) => reason },
          ]}
          rows={refused.slice(0, shownRows)}
          rowKey={({ line }) => String(line)}
        />
      )}
      {refused.length > shownRows && <p className="quiet">And {refused.length - shownRows} more.</p>}
      {leftOut.length > 0 && (
        <DataTable
          caption="Mailboxes that were left out"
          columns={[
            { label: 'Alias', cell: ({ address }) => <span className="breakable">{address}</span> },
            { label: 'Mailbox', cell: ({ email }) => <span className="breakable">{email}</span> },
            { label: 'Reason', cell: ({ reason }) => reason },
          ]}
          rows={leftOut.slice(0, shownRows)}
          rowKey={({ line, email }) => `${line} ${email}`}
        />
      )}
      {leftOut.length > shownRows && <p className="quiet">And {leftOut.length - shownRows} more.</p>}
      <div className="row">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

const shownRows = 100
