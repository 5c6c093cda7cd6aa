/** The search parameters of the inbox. */
export interface MailboxSearch {
  /** Absent: what was received. */
  folder?: string | undefined
  /** The id of an alias. */
  address?: string | undefined
  /** A part of the sender, the subject or the text. */
  q?: string | undefined
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
