/** The search parameters of the inbox. */
export interface MailboxSearch {
  folder?: string
  address?: string
  /** A part of the sender, the subject or the text. */
  q?: string
}

/** The search parameters of the compose page. */
export interface ComposeSearch {
  /** The id of the sending alias, and the alias. */
  from?: string
  as?: string
  to?: string
  cc?: string
  subject?: string
  /** The id of the email that is answered. */
  reply?: string
}
