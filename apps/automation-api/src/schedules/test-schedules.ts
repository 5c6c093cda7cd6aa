import { expect } from 'vitest'
import type { PipelineBed } from '../pipeline-runs/test-pipelines.ts'
import { finishScheduleRuns } from './finish-schedule-runs.ts'
import { fireSchedules } from './fire-schedules.ts'
import type { Schedule } from './schedule.ts'
import type { ScheduleRun } from './schedule-run.ts'

const base = '/api/v1/schedules'

/** For tests: schedules on the bed, for the current automation by default. */
export function createScheduleClient(current: () => { bed: PipelineBed; automationId: string }) {
  const send = (...request: Parameters<PipelineBed['send']>) => current().bed.send(...request)
  return {
    async create(more: object = {}) {
      const target = { type: 'automation', id: current().automationId }
      const response = await send('POST', base, { name: 'Hourly', target, every: '1h', ...more })
      expect(response.statusCode, response.body).toBe(201)
      return response.json<Schedule>()
    },
    read: async (id: string) => (await send('GET', `${base}/${id}`)).json<Schedule>(),
    runs: async (id: string) => (await send('GET', `${base}/${id}/runs`)).json<ScheduleRun[]>(),
    /** Fires what is due, as a process of the API does. */
    fire: (onError?: (error: unknown) => void) =>
      fireSchedules(
        current().bed.service.services,
        new AbortController().signal,
        onError ??
          ((error) => {
            throw error
          }),
      ),
    finish: () => finishScheduleRuns(current().bed.service.services),
  }
}
