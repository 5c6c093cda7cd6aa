import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

/** Headers that several routes read or write, which {@link completeOperation} refers to. */
export const headerComponents = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'For 24 hours the same key with the same request returns the first response again without repeating the work; with another request it is a 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
      example: 'order-1042',
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The `ETag` of the version to change; 412 if it has changed in the meantime.',
      schema: { type: 'string' },
      example: '"3"',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      description: 'The `ETag` of the version that you have; 304 if it has not changed.',
      schema: { type: 'string' },
      example: '"3"',
    },
    ServiceSignature: {
      name: 'X-Service-Signature',
      in: 'header',
      required: true,
      description: '`sha256=` and the hex HMAC SHA-256 of the raw body, with the whole secret as key.',
      schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    },
    ServiceDelivery: {
      name: 'X-Service-Delivery',
      in: 'header',
      required: true,
      description: 'The id of the delivery, the same on every attempt: skip those that you have handled.',
      schema: { type: 'string', format: 'uuid' },
    },
    ServiceEvent: {
      name: 'X-Service-Event',
      in: 'header',
      required: true,
      description: 'The name of the event, as in the body.',
      schema: { type: 'string' },
    },
    ServiceTimestamp: {
      name: 'X-Service-Timestamp',
      in: 'header',
      required: true,
      description: 'When the attempt was made, in milliseconds since the Unix epoch. Not signed.',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
    WebhookId: {
      name: 'webhook-id',
      in: 'header',
      description:
        'The id of the delivery, signed. This and the next two are sent where a generated secret signs.',
      schema: { type: 'string', format: 'uuid' },
    },
    WebhookTimestamp: {
      name: 'webhook-timestamp',
      in: 'header',
      description: 'When the attempt was made, in seconds since the Unix epoch, signed: refuse what is old.',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
    WebhookSignature: {
      name: 'webhook-signature',
      in: 'header',
      description:
        '`v1,` and the base64 HMAC SHA-256 of id, time and body, by Standard Webhooks. After a secret was replaced, a second one by the old secret.',
      schema: { type: 'string' },
    },
  },
  headers: {
    TotalCount: {
      description: 'The total number of items, where it is known without counting.',
      schema: { type: 'integer', minimum: 0 },
    },
    NextPage: {
      description: 'The URL of the next page: `<…>; rel="next"`. Absent on the last page.',
      schema: { type: 'string' },
    },
    ETag: { description: 'Identifies this version of the resource.', schema: { type: 'string' } },
    RequestId: {
      description: 'Identifies this request in the service’s log: tell it to whoever runs the service.',
      schema: { type: 'string', format: 'uuid' },
    },
    RateLimitPolicy: {
      description: 'The limit: `q` requests in `w` seconds.',
      schema: { type: 'string' },
      example: '"requests";q=600;w=60',
    },
    RateLimit: {
      description: 'How much of it is left: `r` requests for the next `t` seconds.',
      schema: { type: 'string' },
      example: '"requests";r=599;t=42',
    },
    RateLimitLimit: {
      description: 'Requests allowed per minute.',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimitRemaining: {
      description: 'Requests left in this minute.',
      schema: { type: 'integer', minimum: 0 },
    },
    RateLimitReset: {
      description: 'The Unix second at which the minute ends.',
      schema: { type: 'integer' },
    },
    RetryAfter: {
      description: 'Seconds until the request can be retried. Absent where the service cannot know.',
      schema: { type: 'integer', minimum: 1 },
    },
    IdempotencyReplayed: {
      description: '`true` if this is the stored response of an earlier request.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
} satisfies OpenApi.ComponentsObject
