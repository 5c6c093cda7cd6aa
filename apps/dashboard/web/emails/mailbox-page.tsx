import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { addressChoices, addressQuery } from '../addresses/address-queries.ts'
import { DraftList } from '../compose/draft-list.tsx'
import { buttonClass } from '../controls/button.tsx'
import { ButtonLink } from '../controls/button-link.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { SelectField } from '../controls/field.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { EmailList } from './email-list.tsx'
import { folders, type Folder } from './email-queries.ts'
import { FolderTabs } from './folder-tabs.tsx'
import type { MailboxSearch } from './searches.ts'
import { SmtpLogButton } from './smtp-log-button.tsx'
import './emails.css'

const isFolder = (text: string | undefined): text is Folder => text !== undefined && text in folders

/** The emails of all aliases or of one, and the drafts of this browser. */
export function MailboxPage() {
  const { folder: asked, address, q } = useSearch({ from: '/app/mailbox' })
  const isDrafts = asked === 'drafts'
  const folder = isFolder(asked) ? asked : 'inbox'
  const navigate = useNavigate()
  const { data: addresses } = useQuery(addressChoices)
  const chosen = addresses?.find(({ id }) => id === address)
  const isOffered = address === undefined || addresses === undefined || chosen !== undefined
  // The chosen alias has expired, or there are too many aliases to list all.
  const { data: other } = useQuery({ ...addressQuery(address ?? ''), enabled: !isOffered })
  const narrow = (change: MailboxSearch) => {
    const { folder: to, address: of, q: text } = { folder: asked, address, q, ...change }
    void navigate({
      to: '/mailbox',
      search: {
        ...(to !== undefined && { folder: to }),
        ...(of !== undefined && { address: of }),
        ...(text !== undefined && { q: text }),
      },
    })
  }
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
        <FolderTabs folder={isDrafts ? 'drafts' : folder} address={address} q={q} />
        <div className="row mailbox-filters">
          <SelectField
            label="Alias"
            name="address"
            value={address ?? ''}
            onChange={({ target }) => narrow({ address: target.value === '' ? undefined : target.value })}
          >
            <option value="">all</option>
            {!isOffered && <option value={address}>{other?.address ?? 'the chosen alias'}</option>}
            {addresses?.map((each) => (
              <option key={each.id} value={each.id}>
                {each.alias ?? each.address}
              </option>
            ))}
          </SelectField>
          <SearchForm
            what="Emails"
            label={isDrafts ? 'Recipient, subject or text' : 'Sender, subject or text'}
            value={q}
            onChange={(text) => narrow({ q: text })}
          />
        </div>
      </div>
      {isDrafts ? (
        <DraftList addressId={address} q={q} />
      ) : (
        <EmailList
          folder={folder}
          addressId={address}
          address={chosen?.address}
          q={q}
          hasAddresses={addresses?.length !== 0}
        />
      )}
    </>
  )
}
