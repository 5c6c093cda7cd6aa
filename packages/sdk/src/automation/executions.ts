import type { Client } from '../client/create-client.ts'
import type { RequestOptions } from '../client/client-options.ts'
import type { QueryOf } from '../client/operation.ts'
import type { Operations } from '../generated/automation-api.ts'
import { asPage } from './as-page.ts'
import { watchExecution } from './watch-execution.ts'

/** Runs of automations. */
export const executions = (client: Client<Operations>) => {
  const { call, list } = client
  return {
    /** Newest first. */
    list: (query?: QueryOf<Operations, 'listExecutions'>, options?: RequestOptions) =>
      list('listExecutions', { query }, asPage, options),
    get: (id: string, options?: RequestOptions) => call('getExecution', { path: { id } }, options),
    /** Streams an execution's progress up to its end; `break` disconnects. */
    watch: (id: string, options?: RequestOptions) => watchExecution(client, id, options),
    /** Gives back an execution that waits for a person; a ConflictError where it does not. */
    resume: (id: string, options?: RequestOptions) => call('resumeExecution', { path: { id } }, options),
    /** A WebSocket that shows the browser of a running execution, at a path of the service, once. */
    liveView: (id: string, options?: RequestOptions) => call('createLiveView', { path: { id } }, options),
    /** The state of the page when a step failed. */
    failure: (id: string, options?: RequestOptions) => call('getExecutionFailure', { path: { id } }, options),
    /**
     * The screenshot of a step, as JPEG.
     *
     * @param number of the step, from 1
     */
    screenshot: (id: string, number: number, options?: RequestOptions): Promise<Uint8Array> =>
      call('getStepScreenshot', { path: { id, number } }, options),
    /** The values that an execution was given, without secret ones, to run again with them. */
    variables: (id: string, options?: RequestOptions) =>
      call('getExecutionVariables', { path: { id } }, options),
    /** The deliveries about an execution and its job. */
    deliveries: (
      id: string,
      query?: QueryOf<Operations, 'listExecutionDeliveries'>,
      options?: RequestOptions,
    ) => list('listExecutionDeliveries', { path: { id }, query }, asPage, options),
    /** The files of an execution, in the order in which its steps made them. */
    artifacts: (id: string, options?: RequestOptions) => call('listArtifacts', { path: { id } }, options),
    /** Downloads a file of an execution. */
    artifact: (id: string, artifactId: string, options?: RequestOptions): Promise<Uint8Array> =>
      call('getArtifact', { path: { id, artifactId } }, options),
  }
}
