import { idParameter, type App } from '@waypost/http'
import { z } from 'zod'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { listMailRules } from './list-mail-rules.ts'
import { mailRule, mailRulesChange } from './mail-rule.ts'
import { replaceMailRules } from './replace-mail-rules.ts'

const errors = { 404: 'Alias not found' }

export function mailRuleRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const onRequest = allow('forwarding:manage')
  app.get(
    '/api/v1/addresses/:id/rules',
    {
      onRequest,
      config: { action: 'mail_rules.read', errors },
      schema: {
        operationId: 'listMailRules',
        summary: 'List the rules of an alias, in their order',
        params: idParameter,
        response: { 200: dataOf(z.array(mailRule)) },
      },
    },
    async (request) => ({ data: await listMailRules(services, request.actor, request.params.id) }),
  )
  app.put(
    '/api/v1/addresses/:id/rules',
    {
      onRequest,
      config: { action: 'mail_rules.replace', errors },
      schema: {
        operationId: 'replaceMailRules',
        summary: 'Replace the rules of an alias',
        params: idParameter,
        body: mailRulesChange,
        response: { 200: dataOf(z.array(mailRule)) },
      },
    },
    async (request) => ({
      data: await replaceMailRules(services, request.actor, request.params.id, request.body.rules),
    }),
  )
}
