import { idParameter, type App } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { forwardingRule, ruleChange } from './forwarding-rule.ts'
import { getForwardingRule } from './get-forwarding-rule.ts'
import { updateForwardingRule } from './update-forwarding-rule.ts'

const errors = { 404: 'Alias not found' }

export function forwardingRuleRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  const onRequest = allow('forwarding:manage')
  app.get(
    '/api/v1/addresses/:id/forwarding',
    {
      onRequest,
      config: { action: 'forwarding_rule.read', errors },
      schema: {
        operationId: 'getForwardingRule',
        summary: 'Get the forwarding rule of an alias',
        params: idParameter,
        response: { 200: dataOf(forwardingRule) },
      },
    },
    async (request) => ({
      data: await getForwardingRule(services, request.actor, request.params.id),
    }),
  )
  app.patch(
    '/api/v1/addresses/:id/forwarding',
    {
      onRequest,
      config: { action: 'forwarding_rule.update', errors },
      schema: {
        operationId: 'updateForwardingRule',
        summary: 'Create or update the forwarding rule of an alias',
        params: idParameter,
        body: ruleChange,
        response: { 200: dataOf(forwardingRule) },
      },
    },
    async (request) => ({
      data: await updateForwardingRule(services, request.actor, request.params.id, request.body),
    }),
  )
}
