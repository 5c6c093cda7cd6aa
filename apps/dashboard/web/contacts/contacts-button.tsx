import type { AliasApi } from '@waypost/sdk'
import { useState } from 'react'
import { alias } from '../client/alias.ts'
import { loadPage, type PageQuery } from '../client/page.ts'
import { Button } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { Modal } from '../controls/modal.tsx'
import { Pill } from '../controls/pill.tsx'
import type { Column } from '../lists/data-table.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import { PagedTable } from '../lists/paged-table.tsx'
import { AddContactForm } from './add-contact-form.tsx'
import { ContactActions } from './contact-actions.tsx'

const loadContacts = (id: string, query: PageQuery) => loadPage(alias.addresses.listContacts(id, query))

const columnsOf = (addressId: string): Column<AliasApi.Contact>[] => [
  {
    label: 'Contact',
    cell: ({ email, name, isBlocked }) => (
      <span>
        <span className="row-strong breakable">{email}</span> {isBlocked && <Pill tone="bad">blocked</Pill>}
        {name !== null && <span className="small quiet breakable"> {name}</span>}
      </span>
    ),
  },
  {
    label: 'Write to',
    cell: ({ email, reverseAddress }) => (
      <span className="row">
        <span className="small breakable">{reverseAddress}</span>
        <CopyButton text={reverseAddress} what={`the address for ${email}`} />
      </span>
    ),
  },
  { label: '', cell: (contact) => <ContactActions addressId={addressId} contact={contact} /> },
]

/** Shows whom an alias has correspondence with, and how to write to each from a mailbox. */
export function ContactsButton({
  address: { id, address },
}: {
  address: Pick<AliasApi.Alias, 'id' | 'address'>
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button tone="plain" aria-label={`Contacts of ${address}`} onClick={() => setIsOpen(true)}>
        Contacts
      </Button>
      <Modal title="Contacts" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <p className="quiet page-note">
          Write from the mailbox that {address} forwards to. What you send to the address beside a contact
          leaves from the alias, without your own address.
        </p>
        <AddContactForm addressId={id} />
        <PagedTable
          caption={`Contacts of ${address}`}
          queryKey={['addresses', 'contacts', id]}
          load={(query) => loadContacts(id, query)}
          columns={columnsOf(id)}
          rowKey={(contact) => contact.id}
          limit={10}
          empty={
            <EmptyState title="No contacts yet">
              Whoever’s email is forwarded appears here. To write to somebody first, add them above.
            </EmptyState>
          }
        />
      </Modal>
    </>
  )
}
