import { setTimeout as setTimeoutPromise } from 'node:timers/promises'
import { startTracing } from '@waypost/telemetry'
import { createLogger, type Logger } from '../observability/logger.ts'
import { EnvironmentError } from '../environment/parse-environment.ts'
import type { ProcessEnvironment } from '../environment/process-environment.ts'
import { createUndos, type Stop } from './create-undos.ts'
import { announceStop } from '../observability/stopping.ts'
import { optimizing } from './optimizing.ts'
import { returnMemory } from './return-memory.ts'

const usualStopMs = 30_000
// What V8 allows at most by itself.
const usualHeapGrowthPercent = 300

/** What a process is brought up with. */
export interface StartingProcess<Env> {
  env: Env
  logger: Logger
  /** Registers how a part is stopped; the last one stops first. */
  onStop(stop: Stop): void
}

/**
 * Runs a process: `start` brings it up and registers how to undo each part. SIGINT undoes them, last one first;
 * SIGTERM does so after `STOP_DELAY_SECONDS`, during which the process serves as before and only reports that it is
 * not ready. An invalid environment ends it with one message that lists every error. A start that fails, or a stop
 * that takes too long, ends the process with code 1. If a supervisor forked it, the process sends it `'ready'`.
 *
 * @param options.stopMs how long a stop may take after its delay, by default 30 s
 * @param options.heapGrowthPercent by how much the heap may grow from one full collection to the next, by default 300
 * @param options.pause waits for milliseconds; tests decide when it has
 */
export async function runProcess<Env extends ProcessEnvironment>(
  name: string,
  readEnv: () => Env,
  start: (starting: StartingProcess<Env>) => Promise<void>,
  {
    stopMs = () => usualStopMs,
    heapGrowthPercent = usualHeapGrowthPercent,
    pause = setTimeoutPromise,
  }: {
    stopMs?: (env: Env) => number
    heapGrowthPercent?: number
    pause?: (ms: number) => Promise<unknown>
  } = {},
): Promise<void> {
  const env = readOrExit(name, readEnv)
  const logger = createLogger(name, env.LOG_LEVEL)
  const { onStop, undo } = createUndos((error) => logger.error({ err: error }, 'could not stop cleanly'))
  let stopping: Promise<void> | undefined
  let isUp = false

  const starting = (async () => {
    await traceProcess(name, env, logger, onStop)
    await start({ env, logger, onStop })
  })()
  const stop = (code: number, delaySeconds = 0): Promise<void> => {
    stopping ??= (async () => {
      announceStop()
      if (isUp) await pause(delaySeconds * 1000)
      setTimeout(() => process.exit(1), stopMs(env)).unref()
      // A process that is still starting can only be stopped once it is up.
      await starting.catch(() => {})
      await undo()
      logger.info('stopped')
      process.exitCode = code
      if (process.connected) process.disconnect()
    })()
    return stopping
  }

  process.once('SIGTERM', () => void stop(0, env.STOP_DELAY_SECONDS))
  process.once('SIGINT', () => void stop(0))
  // Without its supervisor nobody could stop the process.
  if (process.connected) process.once('disconnect', () => void stop(0))
  try {
    await starting
    returnMemory({ heapGrowthPercent })
    optimizing(true)
    isUp = true
    logger.info('ready')
    process.send?.('ready')
  } catch (error) {
    logger.fatal({ err: error }, 'could not start')
    await stop(1)
  }
}

/** First up and last down, so that everything the process does can be traced. */
async function traceProcess(
  name: string,
  env: ProcessEnvironment,
  logger: Logger,
  onStop: (stop: Stop) => void,
): Promise<void> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const stop = await startTracing({
    serviceName: name,
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    sampler: env.OTEL_TRACES_SAMPLER,
    samplerRatio: env.OTEL_TRACES_SAMPLER_ARG,
    resourceAttributes: env.OTEL_RESOURCE_ATTRIBUTES,
    onProblem: (problem) => logger.warn({ problem }, 'tracing'),
  })
  onStop(stop)
}

function readOrExit<Env>(name: string, readEnv: () => Env): Env {
  try {
    return readEnv()
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    process.stderr.write(`${name}: ${error.message}\n`)
    return process.exit(1)
  }
}
