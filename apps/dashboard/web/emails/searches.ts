/** What stands behind the ? of the mailbox. */
export interface MailboxSearch {
  folder?: string
  address?: string
}

/** And of a mail that is being written. */
export interface ComposeSearch {
  /** The id of the address that it leaves from, and the address. */
  from?: string
  as?: string
  to?: string
  subject?: string
}
