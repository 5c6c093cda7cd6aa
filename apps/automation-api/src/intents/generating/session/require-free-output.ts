import { listActions } from '../../../automations/nesting/list-actions.ts'
import { GenerationFailed } from './failure.ts'
import type { Generation } from './generation.ts'

/** @throws GenerationFailed where an earlier step keeps what it reads under the same name */
export function requireFreeOutput({ actions }: Pick<Generation, 'actions'>, output: string): void {
  const isTaken = listActions(actions).some(
    (action) => (action.type === 'extractText' || action.type === 'extract') && action.output === output,
  )
  if (isTaken)
    throw new GenerationFailed(
      'not_understood',
      `Two steps keep what they read as “${output}”: give them different names.`,
    )
}
