import type { FastifyRequest } from 'fastify'

/** A cell, for whoever does the same in every database of a service. */
export interface CellServices<Services> {
  name: string
  /** Undefined while it is away. */
  services: Services | undefined
}

interface Everywhere<Result> {
  /** Of the first database, whose cell is null, and of the cells that have answered, in their order. */
  answers: { cell: string | null; result: Result }[]
  /** The names of the other cells. */
  away: string[]
}

const answersWithinMs = 5000

/**
 * Does the same in the first database and in the cells, for a caller who asks for all accounts. A cell that is away, fails or
 * hangs keeps nobody else from being served.
 *
 * @param onError is told what has failed in a cell
 */
export async function inEveryDatabase<Services, Result>(
  first: Services,
  cells: CellServices<Services>[],
  work: (services: Services) => Promise<Result>,
  onError: (error: unknown) => void,
  withinMs = answersWithinMs,
): Promise<Everywhere<Result>> {
  const open = cells.flatMap(({ name, services }) => (services === undefined ? [] : [{ name, services }]))
  const [ofFirst, ...ofCells] = await Promise.allSettled([
    work(first),
    ...open.map(({ services }) => within(withinMs, work(services))),
  ])
  if (ofFirst.status === 'rejected') throw ofFirst.reason
  const answers: Everywhere<Result>['answers'] = [{ cell: null, result: ofFirst.value }]
  for (const [index, answer] of ofCells.entries()) {
    if (answer.status === 'rejected') onError(answer.reason)
    else answers.push({ cell: open[index]!.name, result: answer.value })
  }
  const names = new Set(answers.map(({ cell }) => cell))
  return { answers, away: cells.map(({ name }) => name).filter((name) => !names.has(name)) }
}

/** Does the same in every database for a request, whose log has what failed. */
export async function resultsOfAll<Services, Result>(
  { log }: Pick<FastifyRequest, 'log'>,
  first: Services,
  cells: CellServices<Services>[],
  work: (services: Services) => Promise<Result>,
): Promise<Result[]> {
  const onError = (err: unknown) => log.warn({ err }, 'a cell did not take part')
  const { answers } = await inEveryDatabase(first, cells, work, onError)
  return answers.map(({ result }) => result)
}

function within<Result>(ms: number, working: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the cell does not answer')), ms)
  return Promise.race([working, late]).finally(() => clearTimeout(timer))
}
