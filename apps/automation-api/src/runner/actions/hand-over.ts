import type { ActionOf, Step } from '../step.ts'

/** Waits until a person gives the run back. */
export async function handOver({ name, message }: ActionOf<'handOver'>, step: Step): Promise<void> {
  const { waitForPerson, remainingMs, signal } = step
  if (!waitForPerson) throw new Error('only a run can be handed over to a person')
  await waitForPerson({ stepName: name, message, timeoutMs: Math.ceil(remainingMs()) }, signal)
}
