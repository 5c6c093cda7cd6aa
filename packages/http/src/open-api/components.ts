import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

/** Headers that several routes read or write, as {@link completeOperation} refers to them. */
export const headerComponents = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
      example: 'order-1042',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The `ETag` of what the change is meant for; 412 where it has changed meanwhile.',
      schema: { type: 'string' },
      example: '"3"',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of what is known already; 304 where it has not changed.',
      schema: { type: 'string' },
      example: '"3"',
    },
  },
  headers: {
    TotalCount: {
      description: 'How many there are in all, where that is known without counting.',
      schema: { type: 'integer', minimum: 0 },
    },
    NextPage: {
      description: 'Where the next page is: `<…>; rel="next"`. Absent on the last one.',
      schema: { type: 'string' },
    },
    ETag: { description: 'Names this version of the resource.', schema: { type: 'string' } },
    RateLimitLimit: {
      description: 'Requests that may be made in a minute.',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimitRemaining: {
      description: 'How many of them are left in this one.',
      schema: { type: 'integer', minimum: 0 },
    },
    RateLimitReset: {
      description: 'The Unix second at which the minute ends.',
      schema: { type: 'integer' },
    },
    RetryAfter: { description: 'Seconds until then.', schema: { type: 'integer', minimum: 1 } },
    IdempotencyReplayed: {
      description: '`true` where the answer is one given before.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
} satisfies OpenApi.ComponentsObject
