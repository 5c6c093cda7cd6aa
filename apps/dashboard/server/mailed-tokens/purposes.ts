const hourMs = 60 * 60_000

/** What the link in a mail is for, and how long it is good. */
export const ttlMsOf = { confirm_email: 24 * hourMs, reset_password: hourMs }

export type Purpose = keyof typeof ttlMsOf
