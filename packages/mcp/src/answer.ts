import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { WaypostError } from '@waypost/sdk'

/**
 * What a tool answers: the result as JSON. What a service refuses is an answer too, so that the agent reads the reason, such
 * as the scope that its key lacks.
 */
export function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  return answerWith(async () => ({
    content: [{ type: 'text', text: JSON.stringify(await work(), null, 2) }],
  }))
}

/** The same for a result that is no JSON. */
export async function answerWith(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}
