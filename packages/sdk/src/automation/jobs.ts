import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { NewJob, Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Runs that wait for their turn. */
export const jobs = ({ call, list }: Client<Operations>) => ({
  /** Enqueues a run; `webhookUrl` receives its events. */
  enqueue: (body: NewJob, options?: RequestOptions) => call('enqueueJob', { body }, options),
  get: (id: string, options?: RequestOptions) => call('getJob', { path: { id } }, options),
  /** The deliveries about a job. */
  deliveries: (id: string, query?: QueryOf<Operations, 'listJobDeliveries'>, options?: RequestOptions) =>
    list('listJobDeliveries', { path: { id }, query }, asPage, options),
})
