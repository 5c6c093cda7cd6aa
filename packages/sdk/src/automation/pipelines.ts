import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { BodyOf, QueryOf } from '../client/operation.ts'
import type { NewPipeline, Operations, PipelineChange } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'

/** Automations that run one after the other. */
export const pipelines = ({ call, list }: Client<Operations>) => ({
  list: (query?: QueryOf<Operations, 'listPipelines'>, options?: RequestOptions) =>
    list('listPipelines', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getPipeline', { path: { id } }, options),
  create: (body: NewPipeline, options?: RequestOptions) => call('createPipeline', { body }, options),
  /** @param options `ifVersion`: a ChangedError where the pipeline has another version by now */
  update: (id: string, body: PipelineChange, options?: RequestOptions & { ifVersion?: number }) =>
    call('updatePipeline', { path: { id }, body }, options),
  delete: (id: string, options?: RequestOptions) => call('deletePipeline', { path: { id } }, options),
  /** Whether a run is active. */
  status: (id: string, options?: RequestOptions) => call('getPipelineStatus', { path: { id } }, options),
  /** Starts a pipeline; a ConflictError where it is running already. Use `waitForPipelineRun` for the outcome. */
  trigger: (id: string, body: BodyOf<Operations, 'triggerPipeline'> = {}, options?: RequestOptions) =>
    call('triggerPipeline', { path: { id }, body }, options),
  /** Stops the active run, and the automation in it. */
  stop: (id: string, options?: RequestOptions) => call('stopPipeline', { path: { id } }, options),
})

/** Runs of pipelines. */
export const pipelineRuns = ({ call, list }: Client<Operations>) => ({
  /** Newest first. */
  list: (query?: QueryOf<Operations, 'listPipelineRuns'>, options?: RequestOptions) =>
    list('listPipelineRuns', { query }, asPage, options),
  get: (id: string, options?: RequestOptions) => call('getPipelineRun', { path: { id } }, options),
})
