import type { AutomationApi } from '@waypost/sdk'
import { createContext } from 'react'
import type { Place } from './place.ts'

/** The automation as it is stored, whose steps a preview performs. */
export type PreviewSource = Pick<AutomationApi.Automation, 'id' | 'actions' | 'variables'>

/** Opens a preview before the step of a place; undefined where there is nothing to perform. */
export const PreviewContext = createContext<((place: Place) => void) | undefined>(undefined)
