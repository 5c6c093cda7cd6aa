const windowMs = 60_000
const maxSenders = 10_000

/**
 * Counts the messages of a minute by their sender, as far as this process lists them: the server that delivered them, or the domain that
 * is proved to be theirs.
 *
 * @returns counts one, and says whether the sender has sent more than it should
 */
export function createSenderRates(mailsPerMinute: number, now: () => number): (sender: string) => boolean {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (sender) => {
    if (now() >= endsAt) {
      counts = new Map()
      endsAt = now() + windowMs
    }
    const count = (counts.get(sender) ?? 0) + 1
    // The newest last, so that the first is the one to drop.
    counts.delete(sender)
    if (counts.size >= maxSenders) counts.delete(counts.keys().next().value!)
    counts.set(sender, count)
    return count > mailsPerMinute
  }
}
