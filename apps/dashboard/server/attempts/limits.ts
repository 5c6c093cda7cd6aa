/** So many attempts in a window of time, which begins with the first of them and does not move. */
export interface AttemptLimit {
  name: string
  attempts: number
  windowMs: number
}

const windowMs = 15 * 60_000

/** One guesser, one account. It does not lock the owner out, who is another client. */
export const loginFailuresPerEmailAndClient = { name: 'login:email+client', attempts: 10, windowMs }

/** Many guessers, one account: so high that locking the owner out takes ten clients, who must not pause. */
export const loginFailuresPerEmail = { name: 'login:email', attempts: 100, windowMs }

/** One guesser, many accounts; and all who share an address with them. */
export const loginFailuresPerClient = { name: 'login:client', attempts: 30, windowMs }

/** Successes too: each leaves an account behind, and a failure tells that there is one. */
export const registrationsPerClient = { name: 'register:client', attempts: 30, windowMs }

/** Of mails that confirm an address, which its owner may not have asked for. */
export const confirmationsPerAccount = { name: 'confirmation:account', attempts: 5, windowMs: 60 * 60_000 }

/** Of mails for those who have forgotten their password: by one client for many addresses, and to one address. */
export const resetsPerClient = { name: 'reset:client', attempts: 20, windowMs }
export const resetsPerEmail = { name: 'reset:email', attempts: 3, windowMs: 60 * 60_000 }

/** What links in mails prove; successes too, each of which is some work. */
export const linksPerClient = { name: 'link:client', attempts: 30, windowMs }

/** A token cannot be guessed; this keeps the noise down. */
export const refreshFailuresPerClient = { name: 'refresh:client', attempts: 100, windowMs }
