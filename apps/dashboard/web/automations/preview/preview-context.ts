import type { AutomationApi } from '@waypost/sdk'
import { createContext } from 'react'

/** The automation as it is stored, whose steps a preview performs. */
export type PreviewSource = Pick<AutomationApi.Automation, 'id' | 'actions' | 'variables'>

/** Opens a preview before the step of an index; undefined where there is nothing to perform. */
export const PreviewContext = createContext<((index: number) => void) | undefined>(undefined)
