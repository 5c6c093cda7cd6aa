import { useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '../controls/error-note.tsx'
import { Loading } from '../lists/loading.tsx'
import { Pager } from '../lists/pager.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { usePages } from '../lists/use-pages.ts'
import { useSelection } from '../lists/use-selection.ts'
import { emailBulk } from './email-bulk.ts'
import { EmailEntry } from './email-entry.tsx'
import { folders, loadEmails, type Folder } from './email-queries.ts'
import { MailboxEmpty } from './mailbox-empty.tsx'

interface Props {
  folder: Folder
  /** The id of the chosen alias, and the alias. */
  addressId: string | undefined
  address: string | undefined
  q: string | undefined
  hasAddresses: boolean
}

/** The emails of a folder, of all aliases or of one, with what can be done with several of them. */
export function EmailList({ folder, addressId, address, q, hasAddresses }: Props) {
  const { data, error, from, hasPrevious, goBack, goOn } = usePages(
    ['emails', 'list', folder, addressId, q],
    (query) => loadEmails(folder, addressId, query, q),
    // A search reads every email, so it is made once.
    { limit: 50, ...(q === undefined && { refetchInterval: 3_000 }) },
  )
  const client = useQueryClient()
  const emails = data?.items ?? []
  const selection = useSelection(emails.map(({ id }) => id))
  const selected = emails.filter(({ id }) => selection.ids.has(id))
  const actions = emailBulk(folder)
  return (
    <>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data && emails.length === 0 && !hasPrevious && (
        <MailboxEmpty folder={folder} address={address} q={q} hasAddresses={hasAddresses} />
      )}
      {selected.length > 0 && (
        <SelectionBar
          rows={selected}
          actions={actions}
          refresh={() => client.invalidateQueries({ queryKey: ['emails'] })}
          selection={selection}
          shown={emails.length}
        />
      )}
      {data && (emails.length > 0 || hasPrevious) && (
        <div className="table-frame">
          <ul aria-label={folders[folder]}>
            {emails.map((email) => (
              <EmailEntry
                key={email.id}
                email={email}
                hasAlias={addressId === undefined}
                selection={actions.length > 0 ? selection : undefined}
              />
            ))}
          </ul>
          <Pager
            from={from}
            count={emails.length}
            total={data.total}
            goBack={hasPrevious ? goBack : undefined}
            goOn={goOn}
          />
        </div>
      )}
    </>
  )
}
