interface OutboxEntry {
  from: string
  to: string
  bodyText: string
  headers: { name: string; value: string }[]
}

/** Reads the emails that were sent to an address, or would have been. */
export async function readOutbox(serviceUrl: string, to: string): Promise<OutboxEntry[]> {
  const answer = await fetch(`${serviceUrl}/dev/outbox?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { data: OutboxEntry[] }).data
}
