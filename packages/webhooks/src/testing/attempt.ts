import type { Dispatcher } from 'undici'
import { expect } from 'vitest'
import { sendAttempt, type AttemptOutcome } from '../send-attempt.ts'
import { openAgent } from './open-agent.ts'

// What an attempt may take beyond its time-out.
const graceMs = 250

/** For tests: sends one attempt and holds it to what every attempt must do. */
export async function attempt(
  url: string,
  {
    agent = openAgent(),
    body = '{"event":"test"}',
    timeoutMs = 5_000,
  }: { agent?: Dispatcher; body?: string; timeoutMs?: number } = {},
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  const startedAt = performance.now()
  const { durationMs, ...outcome } = await sendAttempt(agent, {
    url,
    headers: { 'content-type': 'application/json' },
    body,
    timeoutMs,
  })
  const tookMs = performance.now() - startedAt
  expect(tookMs).toBeLessThan(timeoutMs + graceMs)
  expect(Math.abs(durationMs - tookMs)).toBeLessThan(50)
  expect(outcome.status === null).toBe(outcome.error !== null)
  return outcome
}
