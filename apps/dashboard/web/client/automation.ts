import { AutomationClient } from '@waypost/sdk'
import { throughDashboard } from './through-dashboard.ts'

/** The client of the automation service, through the dashboard's own origin. */
export const automation = new AutomationClient(throughDashboard('automation'))
