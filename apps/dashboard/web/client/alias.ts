import { AliasClient } from '@waypost/sdk'
import { throughDashboard } from './through-dashboard.ts'

/** The client of the alias service, through the dashboard's own origin. */
export const alias = new AliasClient(throughDashboard('alias'))
