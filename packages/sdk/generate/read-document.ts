import { createLogger, type App } from '@waypost/http'
import type { Schema } from './write-type.ts'

/** The parts of an OpenAPI document that the types are made from. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>
  /** Event → its request. */
  webhooks: Record<
    string,
    { post: { description: string; requestBody: { content: { 'application/json': { schema: Schema } } } } }
  >
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

/**
 * Reads the OpenAPI document of a service from its routes in this repository, including operators' routes. Needs no
 * database.
 */
export async function readDocument(service: ServiceName): Promise<ApiDocument> {
  const { app: folder, create } = creators[service]
  // Imported by a name that TypeScript cannot resolve: both services augment Fastify's request, each in its own way.
  const module = (await import(
    new URL(`../../../apps/${folder}/src/app.ts`, import.meta.url).href
  )) as Record<string, (options: object) => App>
  const app = module[create]!({
    // Only requests use them, and the only request is for the document.
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
