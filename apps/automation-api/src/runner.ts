import { runProcess, serveInternals } from '@waypost/http'
import { openDatabase, openQueues, systemClock } from '@waypost/postgres'
import { createObjectStore, createStorage } from '@waypost/storage'
import { currentSpan, traceJob } from '@waypost/telemetry'
import { automationChannel } from '@waypost/webhooks'
import { followUps } from './follow-ups.ts'
import { readRunnerEnv } from './env.ts'
import { runsChannel, workSchema } from './executions/run-queue.ts'
import { generateForIntent } from './intents/generate-for-intent.ts'
import { generationQueue, matchQueue, type IntentJob } from './intents/intent-queues.ts'
import { matchAndRun } from './intents/match-and-run.ts'
import { startMaintenance } from './maintenance.ts'
import { createBrowserPool } from './runner/browser/browser-pool.ts'
import { createBrowserSupply } from './runner/browser/browser-supply.ts'
import { prepareRuns } from './runner/browser/prepare-runs.ts'
import { claimRuns } from './runner/claim-runs.ts'
import { executeRun } from './runner/execute-run.ts'
import { createRunnerMetrics } from './runner-metrics.ts'
import type { RunnerServices } from './services.ts'
import { deleteExpiredSessions } from './sessions/delete-expired-sessions.ts'

const drainMs = 20_000
const dayMs = 86_400_000
const trafficOfARun = { bytes: 2 ** 30, connections: 20_000 }

await runProcess('automation-runner', readRunnerEnv, async ({ env, logger, onStop }) => {
  const connection = {
    url: env.DATABASE_URL,
    role: 'waypost_automation_runner',
    applicationName: 'automation-runner',
  }
  const onError = (error: Error) => logger.warn({ err: error }, 'queue')

  const database = openDatabase({ ...connection, maxConnections: 2 * env.RUNNER_CONCURRENCY + 4 })
  onStop(() => database.close())
  const metrics = createRunnerMetrics(database, env.RUNNER_CONCURRENCY)
  const outbox = await openQueues({ ...connection, schema: automationChannel.outboxSchema, onError })
  onStop(() => outbox.close())
  const work = await openQueues({
    ...connection,
    schema: workSchema,
    wakeOnInsert: true,
    maintain: true,
    onError,
  })
  onStop(() => work.close())
  const objects = env.STORAGE_URL && createObjectStore(env.STORAGE_URL)
  onStop(async () => objects?.close())
  const model =
    env.LLM_BASE_URL !== undefined && env.LLM_MODEL !== undefined
      ? {
          baseUrl: env.LLM_BASE_URL,
          model: env.LLM_MODEL,
          apiKey: env.LLM_API_KEY,
          timeoutMs: 10_000,
          maxCandidates: 15,
        }
      : undefined
  // A library of its own size, which most runners do not need.
  const healing = model && (await import('./runner/healing/rankers-with-model.ts'))
  const services: RunnerServices = {
    db: database.db,
    clock: systemClock,
    outbox: {
      channel: automationChannel,
      boss: outbox.boss,
      delaysMs: env.AUTOMATION_WEBHOOK_DELAYS,
      clock: systemClock,
    },
    work: work.boss,
    keyring: env.ENCRYPTION_KEYS,
    storage: createStorage(database.db, { schema: 'automation', objects }),
    cooldownMs: env.COOLDOWN_SECONDS * 1000,
    followUps,
    versionsKept: env.LIMIT_VERSIONS_KEPT,
    egress: env.EGRESS_ALLOW,
    sessionTtlMs: env.SESSION_DAYS * dayMs,
    onHeal: metrics.countHeal,
    ...(model &&
      healing && {
        createRankers: (hide: (text: string) => string) =>
          healing.rankersWithModel({
            ...model,
            hide,
            onAnswer: (answer) => logger.info(answer, 'model asked about a heal'),
          }),
      }),
  }

  // Every byte of every page goes through a proxy of its run, where the address that a name resolves to is checked.
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
  onStop(() => prepared.close())
  const prepared = prepareRuns(browsers, env.RUNNER_CONCURRENCY)
  // A browser that does not start stops the start, not the first run.
  logger.info({ version: await browsers.warmUp() }, 'browser')

  if (env.METRICS_PORT !== undefined) {
    const server = await serveInternals(metrics.registry, {
      host: env.METRICS_HOST,
      port: env.METRICS_PORT,
      databases: [database.db],
    })
    onStop(async () => void server.close())
  }
  onStop(startMaintenance(services, logger, [deleteExpiredSessions]))

  const stopped = new AbortController()
  const { signal } = stopped
  const runs = claimRuns(work.boss, {
    concurrency: env.RUNNER_CONCURRENCY,
    logger,
    async run({ executionId, job }, release) {
      logger.info({ executionId }, 'run')
      currentSpan()?.set({ 'waypost.execution': executionId })
      const { beginRun: begin } = metrics
      await executeRun(services, executionId, { browsers: prepared, signal, job, begin, release })
    },
  })
  await work.listen(runsChannel, runs.wake)
  runs.start()
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }
  await work.boss.work<IntentJob>(matchQueue.name, polling, async ([job]) => {
    const { intentId } = job!.data
    await traceJob(matchQueue.name, job!.data, async () => {
      logger.info({ intentId }, 'match')
      await matchAndRun(services, intentId)
    })
  })
  await work.boss.work<IntentJob>(generationQueue.name, polling, async ([job]) => {
    const { intentId } = job!.data
    await traceJob(generationQueue.name, job!.data, async () => {
      logger.info({ intentId }, 'generate')
      await generateForIntent(services, intentId, { browsers: prepared, model, signal })
    })
  })
  onStop(async () => {
    // Runs that are under way may end; what does not within the time that a process has to stop, fails and says why.
    const limit = setTimeout(() => stopped.abort(new Error('The runner was stopped')), drainMs)
    const intents = [matchQueue, generationQueue].map(({ name }) => work.boss.offWork(name, { wait: true }))
    await Promise.all([runs.stop(), ...intents])
    clearTimeout(limit)
  })
})
