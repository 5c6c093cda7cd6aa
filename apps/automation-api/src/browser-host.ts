import '@waypost/http/starting'
import { runProcess, serveInternals, type StartingProcess } from '@waypost/http'
import { createHostMetrics } from './browser-host/create-host-metrics.ts'
import { serveBrowsers } from './browser-host/serve-browsers.ts'
import { readBrowserHostEnv } from './env.ts'
import { findChromium } from './runner/browser/find-chromium.ts'
import { readBounds } from './runner-process/read-bounds.ts'
import { findJail } from './runner/jail/find-jail.ts'

// After the runs that use its browsers, which may take all of BROWSER_HOST_DRAIN_SECONDS, a host closes its connections.
const closeMs = 10_000

// Starts browsers for runners on other machines or in other containers. It has no database, no key and no other secret.
const start = async ({
  env,
  logger,
  onStop,
}: StartingProcess<ReturnType<typeof readBrowserHostEnv>>): Promise<void> => {
  const found = await findChromium({ executablePath: env.CHROMIUM_PATH })
  const jail = await findJail(env.RUNNER_CGROUP)
  const metrics = createHostMetrics(env.BROWSER_HOST_BROWSERS)
  const { drain } = await serveBrowsers({
    found,
    jail,
    heapMegabytes: 512,
    diskMebibytes: env.RUN_DISK_MIB,
    host: env.BROWSER_HOST_HOST,
    port: env.BROWSER_HOST_PORT,
    name: env.BROWSER_HOST_NAME,
    most: env.BROWSER_HOST_BROWSERS,
    bounds: readBounds(env),
    metrics,
    logger,
  })
  if (env.METRICS_PORT !== undefined) {
    const { METRICS_HOST: host, METRICS_PORT: port } = env
    const internals = await serveInternals(metrics.registry, { host, port, databases: [] })
    onStop(async () => void internals.close())
  }
  onStop(() => drain(env.BROWSER_HOST_DRAIN_SECONDS * 1000))
  const isolation = typeof jail === 'string' ? jail : jail.description
  logger.info({ chromium: found.executablePath, isolation }, 'browser host')
}

await runProcess('browser-host', readBrowserHostEnv, start, {
  stopMs: ({ BROWSER_HOST_DRAIN_SECONDS: seconds }) => seconds * 1000 + closeMs,
})
