import swagger, { type SwaggerTransform } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { z } from 'zod'
import type { App } from '../app.ts'
import type { ApiDescription } from './api-description.ts'
import { completeOperation } from './complete-operation.ts'
import { commonGroups } from './common-groups.ts'
import { headerComponents } from './components.ts'
import { describeAsDeclared } from './describe-as-declared.ts'
import { describeEvents } from './describe-events.ts'
import { nameSchemas } from './name-schemas.ts'
import { shareFailures } from './share-failures.ts'

/**
 * Serves `/openapi.json`, generated from the zod schemas and hooks of the routes that are registered after this, and
 * `/docs`, which shows it and loads nothing from elsewhere.
 */
export function registerOpenApi(app: App, description: ApiDescription): void {
  const { info, securitySchemes, errorForm } = description
  const groups: ApiDescription['groups'] = { ...description.groups, ...commonGroups }
  const schemaRegistry = z.registry<{ id: string; examples: unknown[] }>()
  const { error, validation } = errorForm.schemas
  const errorExample = errorForm.error(404, 'Not found')
  const schemas = {
    ...description.schemas,
    Error: { schema: error, example: errorExample },
    ...(validation !== error && { ValidationErrors: { schema: validation, example: [] } }),
  }
  for (const [id, { schema, example }] of Object.entries(schemas))
    schemaRegistry.add(schema, { id, examples: [example] })

  const zodToJsonConfig = { override: describeAsDeclared }
  const describeSchemas = createJsonSchemaTransform({ schemaRegistry, zodToJsonConfig })
  const addSchemas = createJsonSchemaTransformObject({ schemaRegistry, zodToJsonConfig })
  const routes: RouteOptions[] = []
  const transform: SwaggerTransform = (input) => {
    if (!input.schema?.hide) routes.push(input.route)
    return describeSchemas(input)
  }

  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/' }],
      tags: [...new Set(Object.values(groups))],
      components: { securitySchemes, ...(headerComponents as object) },
    },
    transform,
    transformObject: (input) => {
      const document = addSchemas(input) as OpenApi.Document
      for (const route of routes) {
        const operation = operationOf(document, route)
        const group = groups[/^\/(?:api\/v1\/)?([^/]+)/.exec(route.url)?.[1] ?? '']
        operation.tags = group ? [group.name] : []
        completeOperation(operation, route, description)
      }
      document.webhooks = describeEvents(description.channel, description.events)
      return shareFailures(nameSchemas(document))
    },
  })
  app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: info.title },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: true },
    staticCSP: {
      'default-src': "'none'",
      'connect-src': "'self'",
      'font-src': ["'self'", 'data:'],
      'img-src': ["'self'", 'data:'],
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

function operationOf(document: OpenApi.Document, { url, method }: RouteOptions): OpenApi.OperationObject {
  const path = document.paths![url.replaceAll(/:(\w+)/g, '{$1}')]!
  return path[String(method).toLowerCase() as 'get']!
}
