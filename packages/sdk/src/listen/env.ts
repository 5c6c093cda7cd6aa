/** A secret that is not to be seen in the list of processes or the history of a shell. */
export const secretFromEnvironment = (): string | undefined => process.env['WAYPOST_WEBHOOK_SECRET']
