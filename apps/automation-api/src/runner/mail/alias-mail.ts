import { Agent } from 'undici'
import { z } from 'zod'

const addresses = z.object({
  data: z.object({
    addresses: z.array(z.object({ id: z.string(), address: z.string() })),
  }),
})
const received = z.object({
  id: z.string(),
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  bodyText: z.string(),
  bodyHtml: z.string(),
  receivedAt: z.iso.datetime(),
})
const emails = z.object({ data: z.array(received) })

export type ReceivedEmail = z.infer<typeof received>

/** The mail of an account's aliases. */
export interface AliasMail {
  /** The id of an alias by its address; undefined where the account has none such. */
  findAlias: (address: string, signal: AbortSignal) => Promise<string | undefined>
  /** The newest emails that came to the alias, newest first. */
  listReceived: (aliasId: string, signal: AbortSignal) => Promise<ReceivedEmail[]>
}

const agent = new Agent()
const pageSize = 100
const timeoutMs = 10_000
/** More than an account should look through for one address. */
const mostPages = 50

/**
 * Reads an account's mail through the public API of the alias service, with a key of the account.
 *
 * @param baseUrl of the service, which the operator has set, so that no egress policy applies
 */
export function createAliasMail(baseUrl: string, apiKey: string): AliasMail {
  async function ask<Answer>(path: string, schema: z.ZodType<Answer>, signal: AbortSignal): Promise<Answer> {
    const url = new URL(path, baseUrl)
    const { statusCode, body } = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { authorization: `Bearer ${apiKey}` },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    })
    if (statusCode === 200) return schema.parse(await body.json())
    await body.dump()
    throw new AliasRefusal(statusCode)
  }

  return {
    async findAlias(address, signal) {
      const wanted = address.toLowerCase()
      for (let page = 0; page < mostPages; page += 1) {
        const path = `api/v1/addresses?limit=${pageSize}&offset=${page * pageSize}`
        const { data } = await ask(path, addresses, signal)
        const found = data.addresses.find((each) => each.address.toLowerCase() === wanted)
        if (found) return found.id
        if (data.addresses.length < pageSize) return undefined
      }
      return undefined
    },
    async listReceived(aliasId, signal) {
      const path = `api/v1/emails?address_id=${encodeURIComponent(aliasId)}&type=received&limit=20`
      return (await ask(path, emails, signal)).data
    },
  }
}

/** The alias service answered with another status than 200. */
export class AliasRefusal extends Error {
  override name = 'AliasRefusal'
  /** Whether asking again may help. */
  readonly isPassing: boolean

  constructor(status: number) {
    super(
      {
        401: 'the alias service does not accept the key',
        403: 'the key of the alias service lacks the scope emails:read, or its plan has no API',
      }[status] ?? `the alias service answered ${status}`,
    )
    this.isPassing = status === 429 || status >= 500
  }
}
