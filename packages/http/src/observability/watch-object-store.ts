import { Counter, type Registry } from 'prom-client'

/** Counts the requests to the object store of a process by outcome; nothing where it has no store. */
export function watchObjectStore(
  registry: Registry,
  objects: { requests(): Record<'done' | 'failed', number> } | undefined,
): void {
  if (!objects) return
  const counter = new Counter({
    name: 'waypost_object_store_requests_total',
    help: 'Requests to the object store, by outcome. One that was repeated counts once.',
    labelNames: ['outcome'],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(objects.requests())) this.inc({ outcome }, count)
    },
    registers: [],
  })
  registry.registerMetric(counter)
}
