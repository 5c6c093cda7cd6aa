/** A secret that must not appear in the list of processes or in the history of a shell. */
export const secretFromEnvironment = (): string | undefined => process.env['WAYPOST_WEBHOOK_SECRET']
