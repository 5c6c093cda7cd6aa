/** The validation that an execution belongs to. */
export interface ExecutionValidation {
  /** From 1. */
  replay: number
  stopBefore: string | null
}

interface Awaiting {
  validation: { status: string; executionIds: string[] } | null
}

/** Whether the automation's validation waits for this execution. */
export function isAwaited({ validation }: Awaiting, executionId: string): boolean {
  return validation?.status === 'running' && validation.executionIds.at(-1) === executionId
}
