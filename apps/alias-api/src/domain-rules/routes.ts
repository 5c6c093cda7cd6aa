import { z } from 'zod'
import { idParameter, type App, type Once } from '@waypost/http'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import { needsBusiness } from '../domains/create-domain.ts'
import { noSubdomains } from '../domains/enforce-domain-plan.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { createDomainRule, tooManyRules } from './create-domain-rule.ts'
import { deleteDomainRule } from './delete-domain-rule.ts'
import { domainRule, domainRuleChange, matchedRule, nameToMatch, newDomainRule } from './domain-rule.ts'
import { listDomainRules } from './list-domain-rules.ts'
import { matchDomainRule } from './match-domain-rule.ts'
import { readDomainRule } from './own-domain-rules.ts'
import { updateDomainRule } from './update-domain-rule.ts'

const ruleParameters = idParameter.extend({ ruleId: idParameter.shape.id })
const noDomain = { 404: 'Domain not found' }
const noRule = { 404: 'Rule not found' }

export function domainRuleRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/domains/:id/rules',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain_rule.list', errors: noDomain },
      schema: {
        operationId: 'listDomainRules',
        summary: 'List the rules that make aliases of a custom domain, in their order',
        params: idParameter,
        response: { 200: dataOf(z.array(domainRule)) },
      },
    },
    async (request) => ({ data: await listDomainRules(services, request.actor, request.params.id) }),
  )
  app.post(
    '/api/v1/domains/:id/rules',
    {
      onRequest: allow('domains:manage'),
      config: {
        action: 'domain_rule.create',
        idempotent: true,
        errors: { 403: [needsBusiness, noSubdomains, tooManyRules], ...noDomain },
      },
      schema: {
        operationId: 'createDomainRule',
        summary: 'Add a rule by which mail to a name without an alias makes the alias',
        params: idParameter,
        body: newDomainRule,
        response: { 201: dataOf(domainRule) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createDomainRule(inside, request.actor, request.params.id, request.body),
      })),
  )
  app.post(
    '/api/v1/domains/:id/rules/match',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain_rule.match', errors: noDomain },
      schema: {
        operationId: 'matchDomainRule',
        summary: 'Find the rule that would make the alias of a name',
        params: idParameter,
        body: nameToMatch,
        response: { 200: dataOf(matchedRule) },
      },
    },
    async (request) => ({
      data: {
        rule: await matchDomainRule(services, request.actor, request.params.id, request.body.localPart),
      },
    }),
  )
  app.get(
    '/api/v1/domains/:id/rules/:ruleId',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain_rule.read', errors: noRule },
      schema: {
        operationId: 'getDomainRule',
        summary: 'Get a rule of a custom domain',
        params: ruleParameters,
        response: { 200: dataOf(domainRule) },
      },
    },
    async (request) => ({ data: await readDomainRule(services.db, request.actor, request.params) }),
  )
  app.patch(
    '/api/v1/domains/:id/rules/:ruleId',
    {
      onRequest: allow('domains:manage'),
      config: { action: 'domain_rule.update', errors: noRule },
      schema: {
        operationId: 'updateDomainRule',
        summary: 'Change, move, pause or resume a rule of a custom domain',
        params: ruleParameters,
        body: domainRuleChange,
        response: { 200: dataOf(domainRule) },
      },
    },
    async (request) => ({
      data: await updateDomainRule(services, request.actor, request.params, request.body),
    }),
  )
  app.delete(
    '/api/v1/domains/:id/rules/:ruleId',
    {
      onRequest: allow('domains:manage'),
      config: { action: 'domain_rule.delete', errors: noRule },
      schema: {
        operationId: 'deleteDomainRule',
        summary: 'Delete a rule of a custom domain; its aliases stay',
        params: ruleParameters,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteDomainRule(services, request.actor, request.params)
      return { message: 'Rule deleted' }
    },
  )
}
