import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../accounts/session-query.ts'
import { draftsQuery } from '../compose/drafts-query.ts'
import { folders } from './email-queries.ts'
import type { MailboxSearch } from './searches.ts'

interface Props {
  /** The folder that is shown. */
  folder: string
  address: string | undefined
  q: string | undefined
}

/** The ways to the folders of the inbox, and to the drafts, with how many there are. */
export function FolderTabs({ folder, address, q }: Props) {
  const { data: drafts = [] } = useQuery(draftsQuery(useSession()?.account.id ?? ''))
  const count = drafts.filter((draft) => address === undefined || draft.fromAddressId === address).length
  const { inbox, starred, ...others } = folders
  const tabs = { inbox, starred, drafts: 'Drafts', ...others }
  const searchOf = (name: string): MailboxSearch => ({
    ...(name !== 'inbox' && { folder: name }),
    ...(address !== undefined && { address }),
    ...(q !== undefined && { q }),
  })
  return (
    <nav aria-label="Folders" className="tabs">
      {Object.entries(tabs).map(([name, label]) => (
        <Link
          key={name}
          to="/mailbox"
          search={searchOf(name)}
          className="tab"
          // Without `exact`, the link to the inbox would be active in every folder.
          activeOptions={{ exact: true }}
          aria-current={name === folder ? 'page' : undefined}
        >
          {label}
          {name === 'drafts' && count > 0 && (
            <>
              {' '}
              <span className="tab-count">{count}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}
