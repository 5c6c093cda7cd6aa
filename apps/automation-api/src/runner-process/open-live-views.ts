import { hostname } from 'node:os'
import { serveLiveViews } from '../runner/live/serve-live-views.ts'
import type { LiveRuns } from '../runner/live/live-runs.ts'
import type { RunnerServices } from '../services.ts'
import type { RunnerProcess } from './runner-process.ts'

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Lets owners watch their runs. */
export async function openLiveViews(
  { env, logger, onStop }: RunnerProcess,
  services: Pick<RunnerServices, 'keyring' | 'clock'>,
): Promise<LiveRuns> {
  const { LIVE_HOST: host, LIVE_PORT: port, LIVE_NAME } = env
  const name = LIVE_NAME ?? (loopback.has(host) ? host : hostname())
  const { runs, close } = await serveLiveViews(services, { host, port, name })
  onStop(close)
  logger.info({ address: runs.address }, 'live views')
  return runs
}
