import type { AliasApi } from '@waypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { addressChoices } from '../addresses/address-queries.ts'
import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { buttonClass } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { ErrorNote } from '../controls/error-note.tsx'
import { SelectField } from '../controls/field.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { Loading } from '../lists/loading.tsx'
import { Pager } from '../lists/pager.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { usePages } from '../lists/use-pages.ts'
import { useSelection } from '../lists/use-selection.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { SmtpLogButton } from './smtp-log-button.tsx'
import { emailBulk } from './email-bulk.ts'
import { EmailEntry } from './email-entry.tsx'
import { folders, loadEmails, type Folder } from './email-queries.ts'
import './emails.css'

const isReceived = ({ type }: AliasApi.Email) => type === 'received'
const isFolder = (text: string | undefined): text is Folder => text !== undefined && text in folders

/** The emails of all aliases or of one. */
export function MailboxPage() {
  const { folder: asked, address, q } = useSearch({ from: '/app/mailbox' })
  const folder = isFolder(asked) ? asked : 'inbox'
  const navigate = useNavigate()
  const { data: addresses } = useQuery(addressChoices)
  const chosen = addresses?.find(({ id }) => id === address)
  const isOffered = address === undefined || addresses === undefined || chosen !== undefined
  const { data, error, from, hasPrevious, goBack, goOn } = usePages(
    ['emails', 'list', folder, address, q],
    (query) => loadEmails(folder, address, query, q),
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
      <PageHeader
        title="Inbox"
        lead={
          chosen ? (
            <span className="row">
              {chosen.address} <CopyButton text={chosen.address} what="the alias" />
            </span>
          ) : (
            'Email to your aliases, newest first. New email appears by itself.'
          )
        }
        actions={
          <>
            {chosen && <SmtpLogButton address={chosen} />}
            {chosen && (
              <a
                className={buttonClass.usual}
                href={`/alias/api/v1/addresses/${chosen.id}/mbox`}
                download={`${chosen.address}.mbox`}
              >
                Export
              </a>
            )}
            <ButtonLink to="/compose" search={address === undefined ? {} : { from: address }} tone="primary">
              New email
            </ButtonLink>
          </>
        }
      />
      <div className="row row-apart mailbox-bar">
        <nav aria-label="Folders" className="tabs">
          {Object.entries(folders).map(([name, label]) => (
            <Link
              key={name}
              to="/mailbox"
              search={{
                ...(name !== 'inbox' && { folder: name }),
                ...(address !== undefined && { address }),
                ...(q !== undefined && { q }),
              }}
              className="tab"
              // Without `exact`, the link to the inbox would be active in every folder.
              activeOptions={{ exact: true }}
              aria-current={name === folder ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="row mailbox-filters">
          <SelectField
            label="Alias"
            name="address"
            value={address ?? ''}
            onChange={(event) => {
              const id = event.target.value
              void navigate({
                to: '/mailbox',
                search: {
                  ...(asked !== undefined && { folder: asked }),
                  ...(id !== '' && { address: id }),
                  ...(q !== undefined && { q }),
                },
              })
            }}
          >
            <option value="">all</option>
            {/* The chosen alias has expired, or there are too many aliases to list all. */}
            {!isOffered && (
              <option value={address}>{data?.items.find(isReceived)?.to ?? 'the chosen alias'}</option>
            )}
            {addresses?.map((each) => (
              <option key={each.id} value={each.id}>
                {each.alias ?? each.address}
              </option>
            ))}
          </SelectField>
          <SearchForm
            what="Emails"
            label="Sender, subject or text"
            value={q}
            onChange={(text) =>
              void navigate({
                to: '/mailbox',
                search: {
                  ...(asked !== undefined && { folder: asked }),
                  ...(address !== undefined && { address }),
                  ...(text !== undefined && { q: text }),
                },
              })
            }
          />
        </div>
      </div>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data?.items.length === 0 && !hasPrevious && (
        <MailboxEmpty
          folder={folder}
          address={chosen?.address}
          q={q}
          hasAddresses={addresses?.length !== 0}
        />
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
      {data && (data.items.length > 0 || hasPrevious) && (
        <div className="table-frame">
          <ul aria-label={folders[folder]}>
            {data.items.map((email) => (
              <EmailEntry
                key={email.id}
                email={email}
                hasAlias={address === undefined}
                selection={actions.length > 0 ? selection : undefined}
              />
            ))}
          </ul>
          <Pager
            from={from}
            count={data.items.length}
            total={data.total}
            goBack={hasPrevious ? goBack : undefined}
            goOn={goOn}
          />
        </div>
      )}
    </>
  )
}

interface EmptyProps {
  folder: Folder
  address: string | undefined
  q: string | undefined
  hasAddresses: boolean
}

function MailboxEmpty({ folder, address, q, hasAddresses }: EmptyProps) {
  if (q !== undefined)
    return (
      <EmptyState title="No emails found">No email here has “{q}” in its sender, subject or text.</EmptyState>
    )
  if (folder === 'spam')
    return (
      <EmptyState title="No spam">Email that is probably spam is listed here, and not forwarded.</EmptyState>
    )
  if (folder === 'withheld')
    return (
      <EmptyState title="No emails">
        Email that was to be forwarded and was not is listed here, with the reason. Spam has its own list.
      </EmptyState>
    )
  if (folder !== 'inbox')
    return <EmptyState title="No emails">Emails that are {folder} are listed here.</EmptyState>
  if (!hasAddresses)
    return (
      <EmptyState title="No aliases yet" action={<CreateAddressButton />}>
        Create an alias first. Email sent to it appears here within a second or so.
      </EmptyState>
    )
  return (
    <EmptyState title="No email yet">
      {address === undefined
        ? 'Send an email to one of your aliases. It appears here within a second or so.'
        : `Send an email to ${address}. It appears here within a second or so.`}
    </EmptyState>
  )
}
