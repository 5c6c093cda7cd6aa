import { z } from 'zod'
import { mergeTopAccounts, topAccounts, topAccountsQuery, type App, type CellServices } from '@waypost/http'
import { findAccount } from '../accounts/find-account.ts'
import { listTopAccounts } from '../accounts/list-top-accounts.ts'
import { setTimeZone } from '../accounts/set-time-zone.ts'
import type { Authentication } from '../authentication.ts'
import { requireHere } from '../cells/require-here.ts'
import type { ApiServices } from '../services.ts'
import { account, accountChange, limitedAccount, limitsChange } from './account.ts'
import { getAccount } from './get-account.ts'
import { getLimitedAccount } from './get-limited-account.ts'
import { setOwnLimits } from './set-own-limits.ts'

// The subjects that a JWT may have.
const parameters = z.object({ ownerId: z.string().regex(/^[\x20-\x7e]{1,255}$/) })

export function limitRoutes(app: App, services: ApiServices, { key }: Authentication): void {
  app.get(
    '/api/v1/account',
    {
      onRequest: key('automation:read'),
      schema: {
        operationId: 'getAccount',
        summary: 'Get the account’s time zone, its limits, and how much of each it uses',
        response: { 200: account },
      },
    },
    (request) => getAccount(services, request.actor.ownerId),
  )
  app.patch(
    '/api/v1/account',
    {
      onRequest: key('automation:write'),
      schema: {
        operationId: 'updateAccount',
        summary: 'Change the account’s time zone',
        body: accountChange,
        response: { 200: account },
      },
    },
    async ({ actor, body: { timeZone } }) => {
      if (timeZone !== undefined) await setTimeZone(services, actor, timeZone)
      return getAccount(services, actor.ownerId)
    },
  )
}

/** Routes for operators; they exist only where ADMIN_TOKEN is set. */
export function limitAdminRoutes(
  app: App,
  services: ApiServices,
  { operator }: Authentication,
  findCells: () => CellServices<ApiServices>[],
): void {
  // While an account is being moved, what is changed in one place would be lost.
  const requireOpen = async ({ params }: { params: unknown }) => {
    const { ownerId } = params as z.infer<typeof parameters>
    requireHere(services.directory, await findAccount(services.db)(ownerId))
  }
  app.get(
    '/admin/top-accounts',
    {
      onRequest: operator,
      schema: {
        operationId: 'listTopAccounts',
        summary: 'List the accounts that have most in each queue, and those that send most requests',
        querystring: topAccountsQuery,
        response: { 200: topAccounts },
      },
    },
    ({ query: { limit }, log }) =>
      mergeTopAccounts(
        services,
        findCells(),
        (each) => listTopAccounts(each, limit),
        limit,
        (err) => log.warn({ err }, 'top accounts of a cell'),
      ),
  )
  app.get(
    '/admin/accounts/:ownerId/limits',
    {
      onRequest: operator,
      preHandler: requireOpen,
      schema: {
        operationId: 'getLimits',
        summary: 'Get an account’s limits',
        params: parameters,
        response: { 200: limitedAccount },
      },
    },
    (request) => getLimitedAccount(services, request.params.ownerId),
  )
  app.put(
    '/admin/accounts/:ownerId/limits',
    {
      onRequest: operator,
      preHandler: requireOpen,
      schema: {
        operationId: 'setLimits',
        summary: 'Replace an account’s own limits, which hold from its next request on',
        params: parameters,
        body: limitsChange,
        response: { 200: limitedAccount },
      },
    },
    (request) => setOwnLimits(services, request.params.ownerId, request.body),
  )
}
