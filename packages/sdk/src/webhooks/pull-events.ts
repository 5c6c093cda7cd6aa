import type { AliasEvent, AutomationEvent } from '../generated/webhook-events.ts'

/** An event of a feed: what a webhook gets, with its place in the feed. */
export type PulledEvent<Event extends AliasEvent | AutomationEvent> = Event & {
  /** The id of the delivery, the same as pushed: skip those that you have seen. */
  deliveryId: string
  /** As `after` of the next request, it acknowledges this event and all before it. */
  position: string
}

interface FeedEvent {
  position: string
  id: string
  body: string
}

/** Waits a little less than the requests of a client may take. */
const waitSeconds = 20

/**
 * Iterates over a feed without an end. Going on after the last event of a page acknowledges the page, so whoever stops
 * in the middle, or fails, gets its events again.
 *
 * @param pull reads a page
 */
export async function* pullEvents<Event extends AliasEvent | AutomationEvent>(
  pull: (query: { after?: string; wait: number }) => Promise<FeedEvent[]>,
): AsyncGenerator<PulledEvent<Event>> {
  let after: string | undefined
  for (;;) {
    const events = await pull({ wait: waitSeconds, ...(after !== undefined && { after }) })
    for (const { position, id, body } of events)
      yield { ...(JSON.parse(body) as Event), deliveryId: id, position }
    after = events.at(-1)?.position
  }
}
