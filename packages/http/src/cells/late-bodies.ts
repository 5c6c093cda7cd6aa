import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'

interface Admission {
  atMs: number
  again: () => Promise<unknown>
}

const admissions = new WeakMap<FastifyRequest, Admission>()

/** How long an admission holds: whoever moves an account waits for longer, so that nothing is done for it where it was. */
const holdsForMs = 5000

export const admitAgainIfLate = (request: FastifyRequest, again: () => Promise<unknown>): void =>
  void admissions.set(request, { atMs: performance.now(), again })

/**
 * Has a request admitted again whose body came late, or that took long since, before something is done for its account.
 *
 * @param afterMs since it was admitted
 */
export async function readmitLate(request: FastifyRequest, afterMs = holdsForMs): Promise<void> {
  const admission = admissions.get(request)
  if (admission && performance.now() - admission.atMs > afterMs) await admission.again()
}

/** Has requests whose body comes late admitted again, once it is there: nothing limits how long a client may take to send it. */
export function admitLateBodies(app: App, afterMs = holdsForMs): void {
  app.addHook('preHandler', (request) => readmitLate(request, afterMs))
}
