/** A number of attempts in a fixed window of time that starts with the first attempt. */
export interface AttemptLimit {
  name: string
  attempts: number
  windowMs: number
}

const windowMs = 15 * 60_000

/** One client guesses at one account. The owner, another client, is not locked out. */
export const loginFailuresPerEmailAndClient = { name: 'login:email+client', attempts: 10, windowMs }

/** Many clients guess at one account. Locking the owner out takes ten clients that never pause. */
export const loginFailuresPerEmail = { name: 'login:email', attempts: 100, windowMs }

/** One client guesses at many accounts. The limit applies to everybody behind its IP address. */
export const loginFailuresPerClient = { name: 'login:client', attempts: 30, windowMs }

/** Wrong codes after the right password: by one client, and by all. The owner of the account can then use a recovery code. */
export const codeFailuresPerEmailAndClient = { name: 'code:email+client', attempts: 10, windowMs }
export const codeFailuresPerEmail = { name: 'code:email', attempts: 50, windowMs: 24 * 60 * 60_000 }

/** Challenges for passkeys. Each is a row for some minutes, and a sign-in needs no password for one. */
export const passkeyChallengesPerClient = { name: 'passkey:client', attempts: 300, windowMs }

/**
 * Challenges for the list of a browser's autofill. Every look at the sign-in page takes one, and another every four minutes, for
 * all who share an IP address: they leave to the button those that it needs.
 */
export const offeredChallengesPerClient = { name: 'passkey-offer:client', attempts: 300, windowMs }

/** Counts successes too: a success creates an account, and a failure reveals that one exists. */
export const registrationsPerClient = { name: 'register:client', attempts: 30, windowMs }

/** Confirmation e-mails, which the owner of the address may not have requested. */
export const confirmationsPerAccount = { name: 'confirmation:account', attempts: 5, windowMs: 60 * 60_000 }

/** Confirmation e-mails to one mailbox, whichever accounts have them sent. */
export const confirmationsPerMailbox = { name: 'confirmation:mailbox', attempts: 10, windowMs: 60 * 60_000 }

/** Password reset e-mails: by one client for many addresses, and to one address. */
export const resetsPerClient = { name: 'reset:client', attempts: 20, windowMs }
export const resetsPerEmail = { name: 'reset:email', attempts: 3, windowMs: 60 * 60_000 }

/** E-mails about sign-ins in new browsers. */
export const newBrowserMailsPerEmail = { name: 'new-browser:email', attempts: 10, windowMs: 60 * 60_000 }

/** E-mails about new API keys. */
export const newKeyMailsPerEmail = { name: 'new-key:email', attempts: 10, windowMs: 60 * 60_000 }

/** E-mails of one kind that an account can do without, so that many things that fail together fill no mailbox. */
export const notificationsPerKind = { name: 'notification:kind', attempts: 30, windowMs: 24 * 60 * 60_000 }

/** Uses of e-mailed links. Counts successes too, because each costs some work. */
export const linksPerClient = { name: 'link:client', attempts: 30, windowMs }

/** A token cannot be guessed; this only limits the load. */
export const refreshFailuresPerClient = { name: 'refresh:client', attempts: 100, windowMs }
