// Asks the process of this container whether it answers; every one serves this on its internal listener.
// eslint-disable-next-line node/no-process-env
const answer = await fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`, {
  signal: AbortSignal.timeout(4000),
}).catch(() => undefined)
process.exitCode = answer?.ok ? 0 : 1
