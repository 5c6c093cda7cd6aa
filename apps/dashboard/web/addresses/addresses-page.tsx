import type { AliasApi } from '@waypost/sdk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { CopyButton } from '../controls/copy-button.tsx'
import { SelectField } from '../controls/field.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { SearchForm } from '../lists/search-form.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { addressBulk } from './address-bulk.ts'
import { AddressActions } from './address-actions.tsx'
import { loadAddresses, type AddressSearch, type AddressStatus } from './address-queries.ts'
import { CreateAddressButton } from './create-address-button.tsx'
import { EmailCount } from './email-count.tsx'
import { ForwardsTo } from './forwards-to.tsx'
import { ImportAddressesButton } from './import-addresses-button.tsx'
import { TimeLeft } from './time-left.tsx'
import './addresses.css'

const columns: Column<AliasApi.Alias>[] = [
  {
    label: 'Alias',
    cell: ({ id, address, alias }) => (
      <span>
        <Link className="row-strong breakable" to="/mailbox" search={{ address: id }}>
          {alias ?? address}
        </Link>
        <span className="address-line small quiet">
          {alias !== null && <span className="breakable">{address}</span>}
          <CopyButton text={address} what={address} />
        </span>
      </span>
    ),
  },
  { label: 'Emails', cell: ({ activity }) => <EmailCount activity={activity} /> },
  { label: 'Forwards to', cell: ({ activity }) => <ForwardsTo activity={activity} /> },
  { label: 'Time left', cell: (address) => <TimeLeft address={address} /> },
  { label: '', cell: (address) => <AddressActions address={address} /> },
]

export function AddressesPage() {
  const search = useSearch({ from: '/app/addresses' })
  const { status, q } = search
  const navigate = useNavigate()
  const show = (next: { [Name in keyof AddressSearch]: AddressSearch[Name] | undefined }) =>
    void navigate({
      to: '/addresses',
      search: {
        ...(next.status !== undefined && { status: next.status }),
        ...(next.q !== undefined && { q: next.q }),
      },
    })
  return (
    <>
      <PageHeader
        title="Aliases"
        lead="Email addresses that receive mail for you, temporary or permanent. You can pause or delete each of them."
        actions={
          <>
            <CreateAddressButton />
            <ImportAddressesButton />
          </>
        }
      />
      <div className="stack">
        <div className="row list-filters">
          <SelectField
            label="Status"
            name="status"
            value={status ?? ''}
            onChange={({ target }) =>
              show({ ...search, status: (target.value || undefined) as AddressStatus | undefined })
            }
          >
            <option value="">all</option>
            <option value="active">active</option>
            <option value="expired">expired</option>
          </SelectField>
          <SearchForm
            what="Aliases"
            label="Alias or label"
            value={q}
            onChange={(text) => show({ ...search, q: text })}
          />
        </div>
        <PagedTable
          caption="Aliases"
          queryKey={['addresses', 'list', search]}
          load={(query) => loadAddresses(search, query)}
          columns={columns}
          rowKey={({ id }) => id}
          bulk={addressBulk}
          empty={
            q !== undefined ? (
              <EmptyState title="No aliases found">None has “{q}” in it or in its label.</EmptyState>
            ) : status === undefined ? (
              <EmptyState title="Create your first alias" action={<CreateAddressButton />}>
                Use it where you would rather not give your own address, and read its mail here.
              </EmptyState>
            ) : (
              <EmptyState title={`No ${status} aliases`}>Choose “all” to see the others.</EmptyState>
            )
          }
        />
      </div>
    </>
  )
}
