import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createHints } from './create-hints.ts'
import { splitCredential, type Credential } from './credential.ts'
import { giveTo, isRouted, noteRouted } from './hand-over.ts'

interface RouterOptions {
  /** The application of a cell; undefined where the cell is away. */
  findApp(cell: string): App | undefined
  /** Whose a request is; undefined where it says nothing, so that it is the home's. */
  readCredential(request: FastifyRequest): Credential | undefined
  /** Asks the directory for the cells that have the data of credentials, in their order; null: the home has. */
  findCells(credentials: Credential[]): Promise<(string | null)[]>
}

// An account may be moved while one of its requests is routed, but not again and again.
const mostHandovers = 3
// The kinds of credentials that applications admit.
const checked = new Set(['owner', 'key'])

/**
 * Has the home's application give each request to the application that has its owner's data. What is found in the directory
 * is remembered. It need not be true: an application gives back what is not its own (`admitHere`). Where the directory does
 * not answer and nothing is remembered, the home answers, but for what no application admits, such as operators' requests. Call it before the application has routes.
 */
export function routeToCells(home: App, { findApp, readCredential, findCells }: RouterOptions): void {
  const hints = createHints((credentials) => findCells(credentials as Credential[]))
  // After the hooks of CORS, so that a browser may read a 503.
  home.after(() =>
    home.addHook('onRequest', async (request, reply) => {
      // A cell has given it back.
      if (isRouted(request)) return
      const credential = readCredential(request)
      if (credential === undefined) return
      // Nothing would notice that another kind of request is in the wrong place, such as an operator's.
      const isChecked = checked.has(splitCredential(credential).kind)
      let isAt = await (isChecked ? hints.get : hints.ask)(credential).catch((cause: unknown) => {
        if (!isChecked) throw unavailable(cause)
        return null
      })
      let handovers = 0
      const findAnother = async (asked: Credential): Promise<App | undefined> => {
        const found = await hints.ask(asked).catch((cause: unknown) => {
          throw unavailable(cause)
        })
        if (found === isAt || handovers >= mostHandovers) return undefined
        isAt = found
        handovers += 1
        return appOf(found)
      }
      noteRouted(request, { findAnother, prove: hints.prove })
      if (isAt !== null) giveTo(appOf(isAt), request, reply)
    }),
  )

  function appOf(cell: string | null): App {
    const app = cell === null ? home : findApp(cell)
    if (!app) throw unavailable()
    return app
  }
}

/** The error for a request whose owner's data cannot be reached at the moment: its cell is away, or the data is being moved. */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'Service temporarily unavailable', { retryAfterSeconds: 5, cause })
