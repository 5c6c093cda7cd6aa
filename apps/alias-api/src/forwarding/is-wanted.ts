import type { Destination } from './destination.ts'
import type { Email } from './find-forwards.ts'

/** Both filters have to match: the sender's the address or the display name. */
export function isWanted(
  { fromAddress, fromName, subject }: Pick<Email, 'fromAddress' | 'fromName' | 'subject'>,
  { filterSender, filterSubject }: Pick<Destination, 'filterSender' | 'filterSubject'>,
): boolean {
  const isSender = contains(fromAddress, filterSender) || contains(fromName, filterSender)
  return isSender && contains(subject, filterSubject)
}

const contains = (text: string, part: string | null) =>
  part === null || text.toLowerCase().includes(part.toLowerCase())
