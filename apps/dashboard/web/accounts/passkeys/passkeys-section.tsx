import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accounts, type Passkey } from '../../client/accounts.ts'
import { Button } from '../../controls/button.tsx'
import { ConfirmButton } from '../../controls/confirm-button.tsx'
import { ErrorNote } from '../../controls/error-note.tsx'
import { Modal } from '../../controls/modal.tsx'
import { DataTable, type Column } from '../../lists/data-table.tsx'
import { Loading } from '../../lists/loading.tsx'
import { Time } from '../../times/time.tsx'
import { useSession } from '../session-query.ts'
import { AddPasskey } from './add-passkey.tsx'
import { canUsePasskeys } from './authenticator.ts'
import { passkeysQuery } from './passkeys-query.ts'
import { RenamePasskey } from './rename-passkey.tsx'

/** Lists the passkeys of the account, adds and removes them. */
export function PasskeysSection() {
  const client = useQueryClient()
  const session = useSession()
  const { data, error } = useQuery(passkeysQuery)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const isConfirmed = session?.account.emailConfirmed === true
  const obstacle = data && describeObstacle(data.origin, isConfirmed)
  const columns: Column<Passkey>[] = [
    { label: 'Passkey', cell: ({ name }) => name },
    { label: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { label: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    {
      label: '',
      cell: (passkey) => (
        <>
          <RenamePasskey passkey={passkey} />
          <ConfirmButton
            label="Remove"
            ariaLabel={`Remove ${passkey.name}`}
            title={`Remove the passkey “${passkey.name}”?`}
            confirm="Remove passkey"
            onConfirm={async () => {
              await accounts.removePasskey(passkey.id)
              await client.invalidateQueries(passkeysQuery)
            }}
          >
            Nobody can sign in with it any more. Your device or password manager keeps it until you delete it
            there.
          </ConfirmButton>
        </>
      ),
    },
  ]
  return (
    <section className="card stack-tight">
      <h2>Passkeys</h2>
      <p>
        Sign in with the fingerprint, face or PIN of a device, or with a security key, in place of your
        password and code.
      </p>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && data.passkeys.length > 0 && (
        <DataTable caption="Passkeys" columns={columns} rows={data.passkeys} rowKey={({ id }) => id} />
      )}
      {obstacle !== undefined && <p className="note note-warn">{obstacle}</p>}
      <div className="row">
        <Button disabled={!data || obstacle !== undefined} onClick={() => setIsOpen(true)}>
          Add a passkey
        </Button>
      </div>
      <Modal title="Add a passkey" isOpen={isOpen} onClose={close}>
        <AddPasskey onClose={close} />
      </Modal>
    </section>
  )
}

/** Why no passkey can be added here. */
function describeObstacle(origin: string | null, isConfirmed: boolean): string | undefined {
  if (origin === null)
    return 'Passkeys need https and a domain name, which whoever runs this Waypost has not set.'
  if (origin !== location.origin) return `Passkeys work at ${origin} only. Open the dashboard there.`
  if (!isConfirmed) return 'Confirm your email address first.'
  return canUsePasskeys() ? undefined : 'This browser cannot use passkeys.'
}
