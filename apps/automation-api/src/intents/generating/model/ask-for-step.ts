import { setTimeout } from 'node:timers/promises'
import {
  APICallError,
  type FinishReason,
  generateText,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
} from 'ai'
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
  // A server need not report the number of tokens.
  const countTokens = (usage: LanguageModelUsage | undefined) =>
    usage?.totalTokens ?? Math.ceil((instructions.length + prompt.length) / 4)
  for (let waits = 0; ; waits += 1) {
    const limit = AbortSignal.timeout(connection.timeoutMs)
    let ended: string | undefined
    try {
      const answered = await generateText({
        model: openModel(connection),
        instructions,
        prompt,
        output: Output.object({ schema: stepSchema(count), name: 'step' }),
        abortSignal: AbortSignal.any([signal, limit]),
        maxRetries: 0,
      })
      ended = NO_STEP[answered.finishReason]
      return { step: answered.output, tokens: countTokens(answered.usage) }
    } catch (error) {
      const wrapped = NoObjectGeneratedError.isInstance(error) ? readWrapped(error, count) : undefined
      if (wrapped) return { step: wrapped.step, tokens: countTokens(wrapped.usage) }
      signal.throwIfAborted()
      if (limit.aborted)
        throw new GenerationFailed(
          'model_timeout',
          `The model did not answer within ${connection.timeoutMs} ms.`,
        )
      const waitMs = findWait(error)
      if (waitMs === undefined) throw describe(error, count, ended)
      if (waits === LIMIT_WAITS || waitMs > MAX_WAIT_MS)
        throw new GenerationFailed(
          'model_rate_limited',
          'The model refuses more questions at the moment (HTTP 429).',
        )
      await wait(waitMs)
    }
  }
}

/** Why an answer that has ended otherwise than by itself holds no step. */
const NO_STEP: Partial<Record<FinishReason, string>> = {
  length: 'it was cut off, as it was longer than the server allows',
  'tool-calls': 'it called a tool, and there is none',
  'content-filter': 'the model or its server refused',
}

/** A step after a model's thoughts, or in a fence of Markdown, as models write where no server holds them to a form. */
function readWrapped({ text = '', usage }: NoObjectGeneratedError, count: number) {
  const step = stepSchema(count).safeParse(readJson(unwrap(text))).data
  return step && { step, usage }
}

function unwrap(text: string): string {
  const said = text.split('</think>').at(-1)!
  const [, fenced = said] = said.split(/```(?:json)?\n/, 2)
  return fenced.split('```', 1)[0]!
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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

function describe(error: unknown, count: number, ended = 'it was empty'): Error {
  if (NoObjectGeneratedError.isInstance(error)) return new UnusableAnswer(findFault(error, count))
  if (NoOutputGeneratedError.isInstance(error)) return new UnusableAnswer(ended)
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (status === undefined || status < 400)
    return status === undefined && APICallError.isInstance(error)
      ? new GenerationFailed('model_unavailable', 'There is no connection to the model.')
      : new UnusableAnswer('it was not a chat completion')
  return new GenerationFailed('model_unavailable', `The model answered with HTTP ${status}.`)
}

function findFault({ text = '', finishReason }: NoObjectGeneratedError, count: number): string {
  const ended = finishReason && NO_STEP[finishReason]
  if (ended !== undefined) return ended
  if (text.trim() === '') return 'it was empty'
  const value = readJson(unwrap(text))
  if (value === undefined) return 'it was not JSON'
  const issues = stepSchema(count).safeParse(value).error?.issues ?? []
  const problems = issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
  return problems.join('; ') || 'it was of another form'
}
