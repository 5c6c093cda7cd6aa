import { setTimeout } from 'node:timers/promises'
import { APICallError, generateText, NoObjectGeneratedError, NoOutputGeneratedError, Output } from 'ai'
import { type ModelConnection, openModel } from '../../../runner/healing/model/open-model.ts'
import { GenerationFailed } from '../session/failure.ts'
import { type ModelStep, stepSchema } from './model-step.ts'

/** A response that cannot be used, and the reason in our own words. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

export interface StepQuestion {
  instructions: string
  prompt: string
  /** Of the elements shown. */
  count: number
  signal: AbortSignal
}

const LIMIT_WAITS = 3
const DEFAULT_WAIT_MS = 2000
const MAX_WAIT_MS = 60_000

/**
 * Asks a model for the next step. Errors hold nothing of the server's response.
 *
 * @param wait - Waits out a rate limit; tests record the waits instead.
 *
 * @throws UnusableAnswer, which may be shown to the model
 *
 * @throws GenerationFailed where it does not respond, or only with rate limits
 */
export async function askForStep(
  connection: ModelConnection,
  { instructions, prompt, count, signal }: StepQuestion,
  wait = (waitMs: number): Promise<void> => setTimeout(waitMs, undefined, { signal }),
): Promise<{ step: ModelStep; tokens: number }> {
  for (let waits = 0; ; waits += 1) {
    const limit = AbortSignal.timeout(connection.timeoutMs)
    try {
      const { output, usage } = await generateText({
        model: openModel(connection),
        instructions,
        prompt,
        output: Output.object({ schema: stepSchema(count), name: 'step' }),
        abortSignal: AbortSignal.any([signal, limit]),
        maxRetries: 0,
      })
      // A server need not report the number of tokens.
      return {
        step: output,
        tokens: usage.totalTokens ?? Math.ceil((instructions.length + prompt.length) / 4),
      }
    } catch (error) {
      signal.throwIfAborted()
      if (limit.aborted)
        throw new GenerationFailed(
          'model_timeout',
          `The model did not answer within ${connection.timeoutMs} ms.`,
        )
      const waitMs = findWait(error)
      if (waitMs === undefined) throw describe(error, count)
      if (waits === LIMIT_WAITS || waitMs > MAX_WAIT_MS)
        throw new GenerationFailed(
          'model_rate_limited',
          'The model refuses more questions at the moment (HTTP 429).',
        )
      await wait(waitMs)
    }
  }
}

/** How long a rate limit asks to wait; undefined where the request failed otherwise. */
function findWait(error: unknown): number | undefined {
  if (!APICallError.isInstance(error) || error.statusCode !== 429) return undefined
  const after = Object.entries(error.responseHeaders ?? {}).find(
    ([name]) => name.toLowerCase() === 'retry-after',
  )?.[1]
  if (after === undefined) return DEFAULT_WAIT_MS
  const seconds = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) : (Date.parse(after) - Date.now()) / 1000
  return Number.isNaN(seconds) ? DEFAULT_WAIT_MS : Math.max(0, seconds * 1000)
}

function describe(error: unknown, count: number): Error {
  if (NoObjectGeneratedError.isInstance(error)) return new UnusableAnswer(findFault(error.text ?? '', count))
  if (NoOutputGeneratedError.isInstance(error)) return new UnusableAnswer('it was empty')
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === undefined || status < 400)
    return status === undefined && APICallError.isInstance(error)
      ? new GenerationFailed('model_unavailable', 'There is no connection to the model.')
      : new UnusableAnswer('it was not a chat completion')
  return new GenerationFailed('model_unavailable', `The model answered with HTTP ${status}.`)
}

function findFault(text: string, count: number): string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return 'it was not JSON'
  }
  const issues = stepSchema(count).safeParse(value).error?.issues ?? []
  const problems = issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
  return problems.join('; ') || 'it was of another form'
}
