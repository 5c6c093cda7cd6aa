import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { NewSchedule, Operations, ScheduleChange } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Runs that start by the clock. */
export const schedules = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listSchedules'>, options?: RequestOptions) =>
    list('listSchedules', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getSchedule', { path: { id } }, options),
  create: (body: NewSchedule, options?: RequestOptions) => call('createSchedule', { body }, options),
  update: (id: string, body: ScheduleChange, options?: RequestOptions) =>
    call('updateSchedule', { path: { id }, body }, options),
  /** The times that have come, latest first. */
  runs: (id: string, query?: QueryOf<Operations, 'listScheduleRuns'>, options?: RequestOptions) =>
    list('listScheduleRuns', { path: { id }, query }, asPage, options),
  delete: (id: string, options?: RequestOptions) => call('deleteSchedule', { path: { id } }, options),
})
