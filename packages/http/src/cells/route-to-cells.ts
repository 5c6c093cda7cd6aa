import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { DomainError } from '../errors/domain-error.ts'
import { createHints } from './create-hints.ts'
import type { Credential } from './credential.ts'
import { giveTo, isRouted, noteRouted } from './hand-over.ts'

interface RouterOptions {
  /** The application of a cell; undefined where the cell is away. */
  findApp(cell: string): App | undefined
  /** Whose a request is; undefined where it says nothing, so that it is the home's. */
  readCredential(request: FastifyRequest): Credential | undefined
  /** Asks the directory for the cell that has the data of a credential; null: the home has. */
  findCell(credential: Credential): Promise<string | null>
}

// An owner may move while a request of his is on its way, but not again and again.
const mostHandovers = 3

/**
 * Has the home's application give each request to the application that has its owner's data. What is found in the directory
 * is remembered. It need not be true: an application gives back what is not its own (`admitHere`). Where the directory does
 * not answer and nothing is remembered, the home answers, but for operators' requests. Call it before the application has routes.
 */
export function routeToCells(home: App, { findApp, readCredential, findCell }: RouterOptions): void {
  const hints = createHints<string | null>((credential) => findCell(credential as Credential))
  // After the hooks of CORS, so that a browser may read a 503.
  home.after(() =>
    home.addHook('onRequest', async (request, reply) => {
      // A cell has given it back.
      if (isRouted(request)) return
      const credential = readCredential(request)
      if (credential === undefined) return
      // Nothing would notice that an operator's request is in the wrong place.
      const isOperator = credential.startsWith('operator ')
      let isAt = await (isOperator ? hints.ask : hints.get)(credential).catch((cause: unknown) => {
        if (isOperator) throw unavailable(cause)
        return null
      })
      let handovers = 0
      noteRouted(request, async (asked) => {
        const found = await hints.ask(asked).catch((cause: unknown) => {
          throw unavailable(cause)
        })
        if (found === isAt || handovers >= mostHandovers) return undefined
        isAt = found
        handovers += 1
        return appOf(found)
      })
      if (isAt !== null) giveTo(appOf(isAt), request, reply)
    }),
  )

  function appOf(cell: string | null): App {
    const app = cell === null ? home : findApp(cell)
    if (!app) throw unavailable()
    return app
  }
}

/** The error for a request whose owner's data cannot be reached at the moment: its cell is away, or the data is on its way. */
export const unavailable = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'Service temporarily unavailable', { retryAfterSeconds: 5, cause })
