import type { FastifyReply } from 'fastify'
import { idParameter, namesTag, namesVersion, versionTag, type App } from '@waypost/http'
import { z } from 'zod'
import type { ApiServices, Authentication } from '../services.ts'
import { listMailRules } from './list-mail-rules.ts'
import { mailRule, mailRulesChange, type MailRule } from './mail-rule.ts'
import { replaceMailRules, rulesChanged } from './replace-mail-rules.ts'
import { versionOfRules } from './rules-version.ts'

const errors = { 404: 'Alias not found' }
const answer = z.object({
  data: z.array(mailRule),
  version: z.number().int().describe('Another one after each change; it is the `ETag`'),
})
const notModified = (reply: FastifyReply): never => reply.code(304).send() as never

function tagOf(version: number, rules: MailRule[]): string {
  const suspended = rules.flatMap(({ suspension }, index) => (suspension ? index + 1 : []))
  return versionTag(version, suspended.join('.'))
}

function tagged(reply: FastifyReply, rules: MailRule[]): z.infer<typeof answer> {
  const version = versionOfRules(rules)
  reply.header('etag', tagOf(version, rules))
  return { data: rules, version }
}

export function mailRuleRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const onRequest = allow('forwarding:manage')
  app.get(
    '/api/v1/addresses/:id/rules',
    {
      onRequest,
      config: { action: 'mail_rules.read', tagged: true, errors },
      schema: {
        operationId: 'listMailRules',
        summary: 'List the rules of an alias, in their order',
        params: idParameter,
        response: { 200: answer },
      },
    },
    async (request, reply) => {
      const found = tagged(reply, await listMailRules(services, request.actor, request.params.id))
      const known = request.headers['if-none-match']
      return known !== undefined && namesTag(known, tagOf(found.version, found.data))
        ? notModified(reply)
        : found
    },
  )
  app.put(
    '/api/v1/addresses/:id/rules',
    {
      onRequest,
      config: { action: 'mail_rules.replace', tagged: true, errors: { ...errors, 412: rulesChanged } },
      schema: {
        operationId: 'replaceMailRules',
        summary: 'Replace the rules of an alias',
        params: idParameter,
        body: mailRulesChange,
        response: { 200: answer },
      },
    },
    async (request, reply) => {
      const meant = request.headers['if-match']
      const isExpected = (version: number) => meant === undefined || namesVersion(meant, version)
      const { actor, params, body } = request
      const changed = await replaceMailRules(services, actor, params.id, body.rules, isExpected)
      return tagged(reply, changed)
    },
  )
}
