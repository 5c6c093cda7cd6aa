import { createBrowserPool } from '../runner/browser/browser-pool.ts'
import { createBrowserSupply } from '../runner/browser/browser-supply.ts'
import { prepareRuns, type PreparedRuns } from '../runner/browser/prepare-runs.ts'
import type { RunnerProcess } from './runner-process.ts'

const trafficOfARun = { bytes: 2 ** 30, connections: 20_000 }

/** Opens browsers for runs; throws where none starts, so that the process's start fails and not the first run. */
export async function openBrowsers({ env, logger, onStop }: RunnerProcess): Promise<PreparedRuns> {
  // Every byte of every page goes through a proxy of its run, which checks the address that a name resolves to.
  const browsers = createBrowserPool({
    supply: createBrowserSupply({
      executablePath: env.CHROMIUM_PATH,
      cdpUrl: env.BROWSER_CDP_URL,
      proxyHost: env.BROWSER_PROXY_HOST,
      isGridIsolated: env.BROWSER_GRID_ISOLATED,
    }),
    egress: { policy: env.EGRESS_ALLOW, limits: trafficOfARun },
    runsPerBrowser: env.BROWSER_RUNS,
  })
  const prepared = prepareRuns(browsers, env.RUNNER_CONCURRENCY)
  onStop(() => prepared.close())
  logger.info({ version: await browsers.warmUp() }, 'browser')
  return prepared
}
