import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { WaypostError } from '@waypost/sdk'

/**
 * What a tool answers: the result as JSON. What a service refuses is an answer too, so that the agent reads the reason, such
 * as the scope that its key lacks.
 */
export async function answer(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work(), null, 2) }] }
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}
