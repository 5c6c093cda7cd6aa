import { sql } from 'drizzle-orm'
import { splitCredential, type Credential } from '@waypost/http'
import { perDatabase } from '@waypost/postgres'

/**
 * Asks the first database for the cells that have the accounts of credentials, in their order; null: that database itself. A
 * credential is an `owner`, or `operator` for one; a `key` by its hash in hex; or an `alias` by its id.
 */
export const askDirectory = perDatabase((db) => {
  const found = db.$with('found', foundColumns).as(sql`
    select 'owner' as kind, id as value, cell from alias.accounts where id = any(${sql.placeholder('owners')}::text[])
    union all select 'key', encode(key_hash, 'hex'), cell from alias.keys_in_cells
    join alias.accounts account on account.id = account_id
    where key_hash = any(${sql.placeholder('keys')}::bytea[])
    union all select 'alias', address_id::text, cell from alias.taken_addresses
    join alias.accounts account on account.id = account_id
    where address_id = any(${sql.placeholder('aliases')}::uuid[])
  `)
  const statement = db.with(found).select().from(found).prepare('ask_directory')
  return async (credentials: Credential[]): Promise<(string | null)[]> => {
    const { valuesOf, answer } = readKinds(credentials, { operator: 'owner' })
    const rows = await statement.execute({
      owners: valuesOf('owner'),
      keys: valuesOf('key').map((hash) => Buffer.from(hash, 'hex')),
      aliases: valuesOf('alias'),
    })
    return answer(rows)
  }
})

/** The same for mail: of an `address`, in the form in which aliases are stored, and of a `domain` with live data. */
export const askMailDirectory = perDatabase((db) => {
  const found = db.$with('found', foundColumns).as(sql`
    select 'address' as kind, address as value, cell from alias.taken_addresses
    join alias.accounts account on account.id = account_id
    where address = any(${sql.placeholder('addresses')}::text[])
    union all select 'domain', domain, cell from alias.taken_domains
    join alias.accounts account on account.id = account_id
    where domain = any(${sql.placeholder('domains')}::text[]) and mode = 'live'
    union all select 'domain', domain, cell from alias.subdomain_names
    join alias.accounts account on account.id = account_id
    where domain = any(${sql.placeholder('domains')}::text[])
  `)
  const statement = db.with(found).select().from(found).prepare('ask_mail_directory')
  return async (credentials: Credential[]): Promise<(string | null)[]> => {
    const { valuesOf, answer } = readKinds(credentials)
    const rows = await statement.execute({ addresses: valuesOf('address'), domains: valuesOf('domain') })
    return answer(rows)
  }
})

const foundColumns = {
  kind: sql<string>`kind`.as('kind'),
  value: sql<string>`value`.as('value'),
  cell: sql<string | null>`cell`.as('cell'),
}

/** @param sameAs kinds that are asked for as another */
function readKinds(credentials: Credential[], sameAs: Record<string, string> = {}) {
  const asked = credentials.map((credential) => {
    const { kind, value } = splitCredential(credential)
    return { kind: sameAs[kind] ?? kind, value }
  })
  return {
    valuesOf: (wanted: string) => asked.flatMap(({ kind, value }) => (kind === wanted ? [value] : [])),
    answer(rows: { kind: string; value: string; cell: string | null }[]): (string | null)[] {
      const cells = new Map(rows.map(({ kind, value, cell }) => [`${kind} ${value}`, cell]))
      return asked.map(({ kind, value }) => cells.get(`${kind} ${value}`) ?? null)
    },
  }
}
