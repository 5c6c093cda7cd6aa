/** What an execution knows of the validation that it belongs to. */
export interface ExecutionValidation {
  /** From 1. */
  replay: number
  stopBefore: string | null
}

interface Awaiting {
  validation: { status: string; executionIds: string[] } | null
}

/** Whether the execution is the one that the automation's validation waits for. */
export function isAwaited({ validation }: Awaiting, executionId: string): boolean {
  return validation?.status === 'running' && validation.executionIds.at(-1) === executionId
}
