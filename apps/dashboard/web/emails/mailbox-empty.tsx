import { CreateAddressButton } from '../addresses/create-address-button.tsx'
import { EmptyState } from '../lists/empty-state.tsx'
import type { Folder } from './email-queries.ts'

interface Props {
  folder: Folder
  address: string | undefined
  q: string | undefined
  hasAddresses: boolean
}

/** Says why a folder has no emails, and what to do. */
export function MailboxEmpty({ folder, address, q, hasAddresses }: Props) {
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
