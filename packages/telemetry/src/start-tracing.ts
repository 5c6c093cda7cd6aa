import { currentTracing, setTracing } from './current-tracing.ts'
import type { TracingOptions } from './tracing-options.ts'

/**
 * Turns tracing on for this process. Spans are exported in batches, a few seconds late, and dropped if that fails.
 * OpenTelemetry is loaded here and nowhere else.
 *
 * @returns turns tracing off, and tries to export the remaining spans in time
 */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  if (currentTracing()) throw new Error('tracing is on already')
  const { createTracing } = await import('./create-tracing.ts')
  const tracing = createTracing(options)
  setTracing(tracing)
  return async () => {
    setTracing(undefined)
    await tracing.close()
  }
}
