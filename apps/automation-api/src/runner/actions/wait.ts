import { setTimeout } from 'node:timers/promises'
import type { ActionOf, Step } from '../step.ts'

export async function wait({ durationMs }: ActionOf<'wait'>, { signal }: Step): Promise<void> {
  await setTimeout(durationMs, undefined, { signal })
}
