import createClient from 'openapi-fetch'
import type { components, paths } from './automation-schema.ts'

/** The automation service, through the dashboard's own origin. */
export const automation = createClient<paths>({ baseUrl: '/automation' })

type Schemas = components['schemas']
export type Automation = Schemas['Automation']
export type Action = Schemas['Action']
export type AutomationVersion = Schemas['AutomationVersion']
export type Execution = Schemas['Execution']
export type Pipeline = Schemas['Pipeline']
export type PipelineRun = Schemas['PipelineRun']
export type Job = Schemas['Job']
export type Intent = Schemas['Intent']
export type Session = Schemas['Session']
