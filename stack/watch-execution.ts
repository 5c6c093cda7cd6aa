import type { Narrator } from './narrator.ts'
import { readUntil } from './read-until.ts'

interface Execution {
  status: string
  error: string | null
  steps: { id: string; name: string; status: string; durationMs: number | null; runs: number }[]
  extractedData: Record<string, string>
  waiting: { message: string } | null
}

const signs: Record<string, string> = { completed: '✓', skipped: '–' }

/**
 * Prints the progress of a run until it ends.
 *
 * @param help called once when the run waits for a person, with what they are asked to do
 */
export async function watchExecution(
  { say }: Narrator,
  url: string,
  headers: Record<string, string>,
  help?: (message: string) => Promise<void>,
): Promise<void> {
  let seen = ''
  let isHelped = false
  const execution = await readUntil<Execution>('the run to end', { url, headers }, async (found) => {
    if (found.waiting && help && !isHelped) {
      isHelped = true
      await help(found.waiting.message)
    }
    if (found.status !== seen) say(found.status)
    seen = found.status
    return ['completed', 'failed'].includes(found.status)
  })
  for (const { id, name, status, durationMs, runs } of execution.steps) {
    const within = '  '.repeat(id.split('.').length)
    const often = runs > 1 ? `, ${runs} times` : ''
    say(`${within}${signs[status] ?? '✗'} ${name} (${durationMs ?? 0} ms${often})`)
  }
  say(`extracted: ${JSON.stringify(execution.extractedData)}`)
  if (execution.status !== 'completed') throw new Error(`the run failed: ${execution.error}`)
}
