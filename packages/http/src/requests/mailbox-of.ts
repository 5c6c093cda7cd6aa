/**
 * The mailbox that mail to an address most likely ends up in: in lower case, and without what follows a plus sign. Limits
 * on mail to a person count by it; nothing is ever sent to it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [local] = email.slice(0, at).split('+', 1)
  // A local part that begins with a plus sign has nothing before it.
  return `${local || email.slice(0, at)}${email.slice(at)}`.toLowerCase()
}
