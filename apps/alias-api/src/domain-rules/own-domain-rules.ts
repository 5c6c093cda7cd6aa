import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { DomainError } from '@waypost/http'
import type { Db } from '@waypost/postgres'
import { domainRules, domains, forwardingAddresses } from '../db/tables.ts'
import { domainNotFound, isOwnDomain } from '../domains/own-domain.ts'
import type { Actor } from '../services.ts'
import { toDomainRule, type DomainRule, type DomainRuleRow } from './domain-rule.ts'

/** The ids in the path of a rule. */
export interface DomainRulePath {
  id: string
  ruleId: string
}

export const domainRuleNotFound = () => new DomainError('not_found', 'Rule not found')

export const isOwnDomainRule = ({ ownerId }: Pick<Actor, 'ownerId'>, { id, ruleId }: DomainRulePath) =>
  and(eq(domainRules.id, ruleId), eq(domainRules.domainId, id), eq(domainRules.ownerId, ownerId))

/**
 * The rules of an owner's domain, in their order. Locks the domain, so that of two changes of the order one sees the
 * other's; rules make aliases in the meantime.
 */
export async function lockDomainRules(tx: Db, actor: Actor, domainId: string): Promise<DomainRuleRow[]> {
  const own = isOwnDomain(actor, domainId)
  const [domain] = await tx.select({ id: domains.id }).from(domains).where(own).for('no key update')
  if (!domain) throw domainNotFound()
  return tx
    .select()
    .from(domainRules)
    .where(eq(domainRules.domainId, domainId))
    .orderBy(asc(domainRules.position), asc(domainRules.id))
}

/** Numbers the rules of a locked domain from 1 on, in the order of these ids. */
export async function orderDomainRules(tx: Db, ids: string[]): Promise<void> {
  await tx.execute(sql`
    update alias.domain_rules rule set position = given.position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, position)
    where rule.id = given.id and rule.position <> given.position
  `)
}

/** The ids with one of them at another place, counted from 1. */
export function moveTo(ids: string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)]
}

/** The rules of domains of an owner as the owner sees them, in their order; or one of them. */
export async function readDomainRules(
  db: Db,
  { ownerId }: Pick<Actor, 'ownerId'>,
  domainIds: string[],
  ruleId?: string,
): Promise<DomainRule[]> {
  const rows = await db
    .select({ rule: domainRules, forwardToEmail: forwardingAddresses.email })
    .from(domainRules)
    .leftJoin(forwardingAddresses, eq(forwardingAddresses.id, domainRules.forwardToId))
    .where(
      and(
        inArray(domainRules.domainId, domainIds),
        eq(domainRules.ownerId, ownerId),
        ruleId === undefined ? undefined : eq(domainRules.id, ruleId),
      ),
    )
    .orderBy(asc(domainRules.position), asc(domainRules.id))
  return rows.map(({ rule, forwardToEmail }) => toDomainRule({ ...rule, forwardToEmail }))
}

export async function readDomainRule(
  db: Db,
  actor: Pick<Actor, 'ownerId'>,
  { id, ruleId }: DomainRulePath,
): Promise<DomainRule> {
  const [rule] = await readDomainRules(db, actor, [id], ruleId)
  if (!rule) throw domainRuleNotFound()
  return rule
}
