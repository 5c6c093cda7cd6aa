import { waitFor } from '@waypost/testing'
import type { Narrator } from './narrator.ts'

/** Prints the progress of a run until it ends. */
export async function watchExecution(
  { say }: Narrator,
  url: string,
  headers: Record<string, string>,
): Promise<void> {
  let seen = ''
  const execution = await waitFor(
    'the run to end',
    async () => {
      const found = (await (await fetch(url, { headers })).json()) as {
        status: string
        error: string | null
        steps: { name: string; status: string; durationMs: number }[]
        extractedData: Record<string, string>
      }
      if (found.status !== seen) say(found.status)
      seen = found.status
      return ['completed', 'failed'].includes(found.status) && found
    },
    60_000,
  )
  for (const { name, status, durationMs } of execution.steps)
    say(`  ${status === 'completed' ? '✓' : '✗'} ${name} (${durationMs} ms)`)
  say(`extracted: ${JSON.stringify(execution.extractedData)}`)
  if (execution.status !== 'completed') throw new Error(`the run failed: ${execution.error}`)
}
