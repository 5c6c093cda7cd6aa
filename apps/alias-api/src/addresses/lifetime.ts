import { ValidationError } from '@waypost/http'
import type { addresses } from '../db/tables.ts'
import type { Actor } from '../services.ts'
import { chooseTtlMs } from './choose-ttl.ts'

const daySeconds = 86_400
const secondMs = 1000

/** What a request says of how long an address lives. */
interface WantedLifetime {
  expiresIn?: number | undefined
  autoRenew?: boolean | undefined
  notifyBefore?: number | null | undefined
}

type Row = typeof addresses.$inferSelect

/** The columns that say how long an address lives, whether it is renewed, and when its owner is told. */
export type Lifetime = Pick<Row, 'expiresAt' | 'renewSeconds' | 'renewsAt' | 'noticeSeconds' | 'noticeAt'>

/** @param current of an address that is changed: what the request leaves out stays */
export function chooseLifetime(
  actor: Pick<Actor, 'plan'>,
  now: number,
  { expiresIn, autoRenew, notifyBefore }: WantedLifetime,
  current?: Lifetime,
): Lifetime {
  const isNew = current === undefined || expiresIn !== undefined
  const expiresAt = isNew ? new Date(now + chooseTtlMs(actor, expiresIn)) : current.expiresAt
  const isRenewed = autoRenew ?? (current ? current.renewSeconds !== null : false)
  const isExtended = expiresIn !== undefined || current?.renewSeconds == null
  const renewSeconds = !isRenewed
    ? null
    : isExtended
      ? Math.round(chooseTtlMs(actor, expiresIn) / secondMs)
      : current.renewSeconds
  if (renewSeconds !== null && renewSeconds < daySeconds) throw tooShort(expiresIn)
  const noticeSeconds = notifyBefore === undefined ? (current?.noticeSeconds ?? null) : notifyBefore
  const isToldAgain = isNew || notifyBefore !== undefined
  return {
    expiresAt,
    renewSeconds,
    renewsAt: renewSeconds === null ? null : renewalOf(expiresAt, renewSeconds),
    noticeSeconds,
    noticeAt: isToldAgain ? noticeOf(expiresAt, noticeSeconds) : current.noticeAt,
  }
}

/** An address is renewed before it expires, so that no mail is refused in between: a tenth of its time before, at most a day. */
function renewalOf(expiresAt: Date, renewSeconds: number): Date {
  return new Date(expiresAt.getTime() - Math.min(renewSeconds / 10, daySeconds) * secondMs)
}

const noticeOf = (expiresAt: Date, noticeSeconds: number | null): Date | null =>
  noticeSeconds === null ? null : new Date(expiresAt.getTime() - noticeSeconds * secondMs)

// An address of a minute that renews itself would be work for the service each minute, for good.
const tooShort = (expiresIn: number | undefined): ValidationError =>
  new ValidationError([
    {
      property: 'expiresIn',
      rule: 'min',
      message: `expiresIn must not be less than ${daySeconds} for an alias that is renewed by itself`,
      receivedValue: expiresIn ?? null,
    },
  ])
