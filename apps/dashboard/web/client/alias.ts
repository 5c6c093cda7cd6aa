import createClient from 'openapi-fetch'
import type { components, paths } from './alias-schema.ts'

/** The alias service, through the dashboard's own origin. */
export const alias = createClient<paths>({ baseUrl: '/alias' })

type Schemas = components['schemas']
export type Alias = Schemas['Alias']
export type AliasAccount = Schemas['Account']
export type Email = Schemas['Email']
export type EmailDetail = Schemas['EmailDetail']
export type Domain = Schemas['Domain']
export type CreatedDomain = Schemas['CreatedDomain']
export type CheckedDomain = Schemas['CheckedDomain']
export type ForwardingAddress = Schemas['ForwardingAddress']
export type Analytics = Schemas['Analytics']
