import { runProcess } from '@waypost/http'
import { serveBrowsers } from './browser-host/serve-browsers.ts'
import { readBrowserHostEnv } from './env.ts'
import { findChromium } from './runner/browser/find-chromium.ts'
import { readBounds } from './runner-process/read-bounds.ts'
import { findJail } from './runner/jail/find-jail.ts'

// Starts browsers for runners on other machines or in other containers. It has no database, no key and no other secret.
await runProcess('browser-host', readBrowserHostEnv, async ({ env, logger, onStop }) => {
  const found = await findChromium({ executablePath: env.CHROMIUM_PATH })
  const jail = await findJail(env.RUNNER_CGROUP)
  const server = await serveBrowsers({
    found,
    jail,
    heapMegabytes: 512,
    diskMebibytes: env.RUN_DISK_MIB,
    host: env.BROWSER_HOST_HOST,
    port: env.BROWSER_HOST_PORT,
    most: env.BROWSER_HOST_BROWSERS,
    bounds: readBounds(env),
    logger,
  })
  onStop(async () => {
    server.close()
    server.closeAllConnections()
  })
  const isolation = typeof jail === 'string' ? jail : jail.description
  logger.info({ chromium: found.executablePath, isolation }, 'browser host')
})
