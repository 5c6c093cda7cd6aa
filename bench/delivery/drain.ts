import { end, until, type Bed } from './bed.ts'

/** Deliveries a second while a committed backlog is drained, from the first arrival at the sink to the last settlement. */
export async function drain(
  bed: Bed,
  webhooks: { id: string; ownerId: string }[],
  count: number,
): Promise<number> {
  await bed.seed(webhooks, count)
  await bed.takeArrivals()
  const dispatcher = await bed.startDispatcher()
  await until('the drain', async () => (await bed.countArrivals()) >= count, 120_000)
  await end(dispatcher)
  const times = [...(await bed.takeArrivals()).values()].toSorted((one, other) => one - other)
  return (count - 1) / ((times.at(-1)! - times[0]!) / 1000)
}
