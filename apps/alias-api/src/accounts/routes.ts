import { z } from 'zod'
import { mergeTopAccounts, topAccounts, topAccountsQuery, type App, type CellServices } from '@waypost/http'
import { dataOf } from '../answers/answer-schemas.ts'
import { requireHere } from '../cells/require-here.ts'
import type { ApiServices, Authentication } from '../services.ts'
import { accountLimitsChange, setAccountLimits } from '../limits/set-account-limits.ts'
import { suspendAccount, suspension } from '../sending/suspend-account.ts'
import { unsuspendAccount } from '../sending/unsuspend-account.ts'
import { account, planChange } from './account.ts'
import { getAccount } from './get-account.ts'
import { listTopAccounts } from './list-top-accounts.ts'
import { setPlan } from './set-plan.ts'

// The subjects that a JWT may have.
const parameters = z.object({ ownerId: z.string().regex(/^[\x20-\x7e]{1,255}$/) })

export function accountRoutes(app: App, services: ApiServices, { allow }: Authentication): void {
  app.get(
    '/api/v1/account',
    {
      onRequest: allow(),
      config: { action: 'account.read' },
      schema: {
        operationId: 'getAccount',
        summary: 'Get the account’s plan, its limits and how much of them is used',
        response: { 200: dataOf(account) },
      },
    },
    async (request) => ({ data: await getAccount(services, request.actor) }),
  )
}

/** Routes for operators; they exist only where ADMIN_TOKEN is set. */
export function accountAdminRoutes(
  app: App,
  services: ApiServices,
  { operator }: Authentication,
  findCells: () => CellServices<ApiServices>[],
): void {
  // While an account is being moved, what is changed in one place would be lost, or would open it in the other one.
  const requireOpen = ({ params }: { params: unknown }) =>
    requireHere(services, (params as z.infer<typeof parameters>).ownerId)
  app.get(
    '/admin/top-accounts',
    {
      onRequest: operator,
      schema: {
        operationId: 'listTopAccounts',
        summary: 'List the accounts that have most in each queue, and those that send most requests',
        querystring: topAccountsQuery,
        response: { 200: dataOf(topAccounts) },
      },
    },
    async ({ query: { limit }, log }) => ({
      data: await mergeTopAccounts(
        services,
        findCells(),
        (each) => listTopAccounts(each, limit),
        limit,
        (err) => log.warn({ err }, 'top accounts of a cell'),
      ),
    }),
  )
  app.put(
    '/admin/accounts/:ownerId/plan',
    {
      onRequest: operator,
      preHandler: requireOpen,
      schema: {
        operationId: 'setPlan',
        summary: 'Set an account’s plan, which holds from its next request on',
        params: parameters,
        body: planChange,
        response: { 200: dataOf(account) },
      },
    },
    async (request) => {
      const accountId = request.params.ownerId
      await setPlan(services, accountId, request.body.plan)
      return { data: await getAccount(services, { accountId }) }
    },
  )
  app.get(
    '/admin/accounts/:ownerId/limits',
    {
      onRequest: operator,
      preHandler: requireOpen,
      config: { errors: { 404: 'Account not found' } },
      schema: {
        operationId: 'getAccountLimits',
        summary: 'Get an account with its limits, how much of them is used, and whether it may send',
        params: parameters,
        response: { 200: dataOf(account) },
      },
    },
    async (request) => ({ data: await getAccount(services, { accountId: request.params.ownerId }) }),
  )
  app.put(
    '/admin/accounts/:ownerId/limits',
    {
      onRequest: operator,
      preHandler: requireOpen,
      config: { errors: { 404: 'Account not found' } },
      schema: {
        operationId: 'setAccountLimits',
        summary: 'Replace the limits that an account has in place of its plan’s; null or absent: the plan’s',
        params: parameters,
        body: accountLimitsChange,
        response: { 200: dataOf(account) },
      },
    },
    async (request) => {
      const accountId = request.params.ownerId
      await services.db.transaction(async (tx) => {
        await getAccount({ ...services, db: tx }, { accountId })
        await setAccountLimits({ db: tx }, accountId, request.body)
      })
      return { data: await getAccount(services, { accountId }) }
    },
  )
  app.post(
    '/admin/accounts/:ownerId/suspend',
    {
      onRequest: operator,
      preHandler: requireOpen,
      config: { errors: { 404: 'Account not found' } },
      schema: {
        operationId: 'suspendAccount',
        summary: 'Stop an account’s sending and forwarding; queued mail waits, incoming mail is stored',
        params: parameters,
        body: suspension,
        response: { 200: dataOf(account) },
      },
    },
    async (request) => {
      const accountId = request.params.ownerId
      await suspendAccount(services, accountId, request.body)
      return { data: await getAccount(services, { accountId }) }
    },
  )
  app.post(
    '/admin/accounts/:ownerId/unsuspend',
    {
      onRequest: operator,
      preHandler: requireOpen,
      config: { errors: { 404: 'Account not found' } },
      schema: {
        operationId: 'unsuspendAccount',
        summary: 'Let an account send and forward again; queued mail leaves',
        params: parameters,
        response: { 200: dataOf(account) },
      },
    },
    async (request) => {
      const accountId = request.params.ownerId
      await unsuspendAccount(services, accountId)
      return { data: await getAccount(services, { accountId }) }
    },
  )
}
