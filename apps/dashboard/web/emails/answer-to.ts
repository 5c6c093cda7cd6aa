import type { AliasApi } from '@waypost/sdk'
import type { ComposeSearch } from './searches.ts'

type Received = Pick<
  AliasApi.EmailDetail,
  'id' | 'addressId' | 'from' | 'to' | 'subject' | 'participants' | 'type'
>

/** What the compose page begins with for an answer to an email. */
export function answerTo(email: Received): ComposeSearch {
  const { id, addressId, to, subject } = email
  return {
    from: addressId,
    as: to,
    to: repliesTo(email).join(', '),
    subject: replySubject(subject),
    reply: id,
  }
}

/** Whom else an answer to all goes to: everybody whom the email names but the alias itself. */
export function othersOf(email: Received): string[] {
  const known = new Set([email.to, ...repliesTo(email)].map((address) => address.toLowerCase()))
  const named = email.participants?.filter(({ kind }) => kind !== 'replyTo') ?? []
  return named.flatMap(({ address }) => {
    const key = address.toLowerCase()
    return known.has(key) ? [] : (known.add(key), [address])
  })
}

function repliesTo({ from, participants = [] }: Received): string[] {
  const wanted = participants.filter(({ kind }) => kind === 'replyTo').map(({ address }) => address)
  return wanted.length > 0 ? wanted : [from]
}

const replySubject = (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, 200)
