/**
 * Does the same in the first database and in the cells, for a caller who asks for all accounts.
 *
 * @param onError is told what has failed in a cell, which keeps nobody else from being served
 */
export async function inEveryDatabase<Services, Result>(
  first: Services,
  cells: Services[],
  work: (services: Services) => Promise<Result>,
  onError: (error: unknown) => void,
): Promise<Result[]> {
  const done = await Promise.allSettled([first, ...cells].map(work))
  const [ofFirst, ...ofCells] = done
  if (ofFirst!.status === 'rejected') throw ofFirst!.reason
  for (const each of ofCells) if (each.status === 'rejected') onError(each.reason)
  return done.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
