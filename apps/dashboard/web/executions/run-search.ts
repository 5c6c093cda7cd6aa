import type { AutomationApi } from '@waypost/sdk'
import { pickTexts } from '../pick-texts.ts'

/** The search parameters of the runs. */
export interface RunSearch {
  status?: AutomationApi.Execution['status']
  q?: string
}

const statuses = ['pending', 'running', 'completed', 'failed'] as const

/** The filter of the runs in the URL of their page. */
export function readRunSearch(search: RunSearch): RunSearch {
  const { status, q } = pickTexts(search, ['status', 'q'])
  const known = statuses.find((each) => each === status)
  return { ...(known && { status: known }), ...(q !== undefined && { q }) }
}
