import { setTimeout } from 'node:timers/promises'
import { createApp } from '../create-app.ts'
import { registerHealth } from '../observability/health.ts'
import { createMetrics, serveInternals } from '../observability/metrics.ts'
import { parseEnvironment } from '../environment/parse-environment.ts'
import { processEnvironment } from '../environment/process-environment.ts'
import { runProcess } from './run-process.ts'
import { standardErrorForm } from '../errors/standard-error-form.ts'

// The environment comes as an argument.
const readEnv = () =>
  parseEnvironment(processEnvironment, JSON.parse(process.argv[2]!) as Record<string, string>)

/** For tests: an ordinary process whose requests take as long as the test wants. */
await runProcess('test', readEnv, async ({ logger, onStop }) => {
  const app = createApp({ logger, errorForm: standardErrorForm, trustProxy: false, corsOrigins: [] })
  registerHealth(app, [])
  app.get('/slow', async () => {
    await setTimeout(300)
    return 'done'
  })
  onStop(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const internals = await serveInternals(createMetrics('test'), { host: '127.0.0.1', port: 0, databases: [] })
  onStop(async () => void internals.close())
  process.send?.([app.server.address(), internals.address()])
})
