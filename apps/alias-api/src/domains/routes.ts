import { idParameter, type App, type Once } from '@waypost/http'
import { z } from 'zod'
import { dataOf, messageOnly } from '../answers/answer-schemas.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { createDomain, domainExists, needsBusiness } from './create-domain.ts'
import { deleteDomain } from './delete-domain.ts'
import { checkedDomain, createdDomain, domain, newDomain } from './domain.ts'
import { getDomain } from './get-domain.ts'
import {
  allDnsRecords,
  listDnsRecords,
  listOperatorDnsRecords,
  operatorDnsRecords,
} from './list-dns-records.ts'
import { listDomains } from './list-domains.ts'
import { needsNoRecords } from './own-domain.ts'
import { domainTaken, verifyDomain } from './verify-domain.ts'

const errors = { 404: 'Domain not found' }

export function domainRoutes(
  app: App,
  services: ApiServices,
  { allow }: Authentication,
  once: Once<ApiServices>,
): void {
  app.get(
    '/api/v1/domains',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain.list' },
      schema: {
        operationId: 'listDomains',
        summary: 'List custom domains, and subdomains of platform domains',
        response: { 200: dataOf(z.array(domain)) },
      },
    },
    async (request) => ({ data: await listDomains(services, request.actor) }),
  )
  app.post(
    '/api/v1/domains',
    {
      onRequest: allow('domains:manage'),
      config: {
        action: 'domain.create',
        idempotent: true,
        errors: { 403: [needsBusiness, 'Domain limit reached: …'], 409: domainExists },
      },
      schema: {
        operationId: 'createDomain',
        summary:
          'Add a custom domain; this response and that of verifying it show the DNS records to publish',
        body: newDomain,
        response: { 201: dataOf(createdDomain) },
      },
    },
    (request, reply) =>
      once(request, reply, 201, async (inside) => ({
        data: await createDomain(inside, request.actor, request.body),
      })),
  )
  app.get(
    '/api/v1/domains/:id',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain.read', errors },
      schema: {
        operationId: 'getDomain',
        summary: 'Get a custom domain or a subdomain',
        params: idParameter,
        response: { 200: dataOf(domain) },
      },
    },
    async (request) => ({ data: await getDomain(services, request.actor, request.params.id) }),
  )
  app.get(
    '/api/v1/domains/:id/dns-records',
    {
      onRequest: allow('domains:read'),
      config: { action: 'domain.read_records', errors: { ...errors, 409: needsNoRecords } },
      schema: {
        operationId: 'listDnsRecords',
        summary: 'List the DNS records to publish, to receive mail and to send authenticated mail',
        params: idParameter,
        response: { 200: dataOf(allDnsRecords) },
      },
    },
    async (request) => ({ data: await listDnsRecords(services, request.actor, request.params.id) }),
  )
  app.post(
    '/api/v1/domains/:id/verify',
    {
      onRequest: allow('domains:manage'),
      config: { action: 'domain.verify', errors: { ...errors, 409: [domainTaken, needsNoRecords] } },
      schema: {
        operationId: 'verifyDomain',
        summary: 'Check the records now, and keep checking with growing pauses until they are there',
        params: idParameter,
        response: { 200: dataOf(checkedDomain) },
      },
    },
    async (request) => ({ data: await verifyDomain(services, request.actor, request.params.id) }),
  )
  app.delete(
    '/api/v1/domains/:id',
    {
      onRequest: allow('domains:manage'),
      config: { action: 'domain.delete', errors },
      schema: {
        operationId: 'deleteDomain',
        summary: 'Delete a custom domain, or release a subdomain; its aliases stop receiving mail',
        params: idParameter,
        response: { 200: messageOnly },
      },
    },
    async (request) => {
      await deleteDomain(services, request.actor, request.params.id)
      return { message: 'Domain deleted' }
    },
  )
}

/** Routes for operators; they exist only where ADMIN_TOKEN is set. */
export function domainAdminRoutes(app: App, services: ApiServices, { operator }: Authentication): void {
  app.get(
    '/admin/dns-records',
    {
      onRequest: operator,
      schema: {
        operationId: 'listOperatorDnsRecords',
        summary: 'List the DNS records to publish for each platform domain',
        response: { 200: dataOf(operatorDnsRecords) },
      },
    },
    async () => ({ data: await listOperatorDnsRecords(services) }),
  )
}
