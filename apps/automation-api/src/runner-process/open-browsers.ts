import { createBrowserPool } from '../runner/browser/browser-pool.ts'
import { createBrowserSupply } from '../runner/browser/browser-supply.ts'
import { prepareRuns, type PreparedRuns } from '../runner/browser/prepare-runs.ts'
import { readBounds } from './read-bounds.ts'
import type { RunnerProcess } from './runner-process.ts'

const connectionsOfARun = 20_000

/** Opens browsers for runs; throws where none starts, so that the process's start fails and not the first run. */
export async function openBrowsers({
  env,
  logger,
  onStop,
}: RunnerProcess): Promise<{ browsers: PreparedRuns; isolation: string }> {
  // Every byte of every page goes through a proxy of its run, which checks the address that a name resolves to.
  const supply = createBrowserSupply({
    executablePath: env.CHROMIUM_PATH,
    hostUrl: env.BROWSER_HOST_URL,
    cdpUrl: env.BROWSER_CDP_URL,
    proxyHost: env.BROWSER_PROXY_HOST,
    isGridIsolated: env.BROWSER_GRID_ISOLATED,
    diskMebibytes: env.RUN_DISK_MIB,
    memoryMebibytes: env.RUN_MEMORY_MIB,
    groupDirectory: env.RUNNER_CGROUP,
  })
  const pool = createBrowserPool({
    supply,
    egress: { policy: env.EGRESS_ALLOW, limits: { connections: connectionsOfARun } },
  })
  const browsers = prepareRuns(pool, env.RUNNER_CONCURRENCY, readBounds(env))
  onStop(() => browsers.close())
  const version = await browsers.warmUp()
  const isolation = await supply.describeIsolation()
  logger.info({ version, isolation }, 'browser')
  return { browsers, isolation }
}
