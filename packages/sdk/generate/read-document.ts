import { createLogger, type App } from '@waypost/http'
import type { Schema } from './write-type.ts'

/** As much of an OpenAPI document as the types are made of. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  /** Event → what is sent. */
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
  components: { schemas: Record<string, Schema> }
}

export interface ApiOperation {
  operationId: string
  summary: string
  parameters?: { $ref?: string; in?: string; name?: string; required?: boolean; schema?: Schema }[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }>; headers?: object }>
  security: Record<string, string[]>[]
}

const creators = {
  automation: { app: 'automation-api', create: 'createAutomationApp' },
  alias: { app: 'alias-api', create: 'createAliasApp' },
}

export type ServiceName = keyof typeof creators

/** The OpenAPI document of a service as it is in this repository, operators' routes too. Nothing needs a database. */
export async function readDocument(service: ServiceName): Promise<ApiDocument> {
  const { app: folder, create } = creators[service]
  // By a name that TypeScript cannot follow: both services describe Fastify's request, each in its own way.
  const module = (await import(
    new URL(`../../../apps/${folder}/src/app.ts`, import.meta.url).href
  )) as Record<string, (options: object) => App>
  const app = module[create]!({
    // Only requests use them, and there is only one for the document.
    services: {},
    adminToken: 'none',
    jwt: { jwksUrl: 'http://localhost/none', issuer: 'none', audience: 'none' },
    logger: createLogger('generate', 'silent'),
    trustProxy: false,
    corsOrigins: [],
  })
  await app.ready()
  const document = (await app.inject({ url: '/openapi.json' })).json<ApiDocument>()
  await app.close()
  return document
}
