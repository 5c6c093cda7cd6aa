const hourMs = 60 * 60_000

/** The purposes of e-mailed links, and how long each link is valid. */
export const ttlMsOf = { confirm_email: 24 * hourMs, reset_password: hourMs }

export type Purpose = keyof typeof ttlMsOf
