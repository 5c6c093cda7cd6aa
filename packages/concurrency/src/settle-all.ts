/**
 * Processes the items one after the other; one that fails does not keep the others from being processed.
 *
 * @throws AggregateError of all failures, at the end
 */
export async function settleAll<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} items failed`)
}
