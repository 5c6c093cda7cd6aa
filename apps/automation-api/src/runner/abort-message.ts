/** Why a run was ended early. */
export function abortMessage({ reason }: AbortSignal): string {
  return reason instanceof Error ? reason.message : String(reason)
}
