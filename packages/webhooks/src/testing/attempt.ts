import { expect } from 'vitest'
import type { Agent } from '../client/create-agent.ts'
import { sendAttempt, type AttemptOutcome } from '../send-attempt.ts'
import { openAgent } from './open-agent.ts'

/** For tests: sends one attempt and checks the guarantees of every attempt. */
export async function attempt(
  url: string,
  {
    agent = openAgent(),
    body = '{"event":"test"}',
    timeoutMs = 5_000,
  }: { agent?: Agent; body?: string; timeoutMs?: number } = {},
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  const startedAt = performance.now()
  const { durationMs, ...outcome } = await sendAttempt(agent, {
    url,
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs,
  })
  const tookMs = performance.now() - startedAt
  // One that waits for its receiver without a limit never gets here: no receiver in these tests gives up by itself.
  expect(durationMs).toBeLessThanOrEqual(Math.ceil(tookMs))
  expect(outcome.status === null).toBe(outcome.error !== null)
  return outcome
}
