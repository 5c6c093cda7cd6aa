import type { Logger } from '@waypost/http'

/** Log lines for events that an operator should know about. */
export type Events = ReturnType<typeof createEvents>

export function createEvents(logger: Logger) {
  return {
    accountCreated: (accountId: string) => logger.info({ accountId }, 'account created'),
    /** Two parties have the same token: one of them stole it. */
    refreshTokenReused: (accountId: string) =>
      logger.warn({ accountId }, 'refresh token reused, login revoked'),
    systemEmailRefused: (email: { id: string; kind: string; attempts: number }, err: unknown) =>
      logger.warn({ ...email, err }, 'a mail was refused for good'),
    accountClosed: (accountId: string) => logger.info({ accountId }, 'account closed'),
    accountErased: (accountId: string) => logger.info({ accountId }, 'account erased at the services'),
    accountNotErased: (accountId: string, err: unknown) =>
      logger.warn({ accountId, err }, 'account not erased at the services yet'),
    tokensNotRevoked: (accountId: string, service: string, err: unknown) =>
      logger.warn({ accountId, service, err }, 'a service was not told yet which tokens to refuse'),
    twoFactorOn: (accountId: string) => logger.info({ accountId }, 'two-factor authentication switched on'),
    twoFactorOff: (accountId: string) => logger.info({ accountId }, 'two-factor authentication switched off'),
    recoveryCodesReplaced: (accountId: string) => logger.info({ accountId }, 'recovery codes replaced'),
    recoveryCodeUsed: (accountId: string) => logger.info({ accountId }, 'recovery code used'),
    passkeyAdded: (accountId: string, passkeyId: string) =>
      logger.info({ accountId, passkeyId }, 'passkey added'),
    passkeyRemoved: (accountId: string, passkeyId: string) =>
      logger.info({ accountId, passkeyId }, 'passkey removed'),
    /** Its answer was wrong, or its counter went backwards: a copy of it may be in use. */
    passkeyRefused: (accountId: string, passkeyId: string, err: unknown) =>
      logger.warn({ accountId, passkeyId, err }, 'passkey refused'),
    ownerNotTold: (accountId: string, err: unknown) =>
      logger.warn({ accountId, err }, 'could not queue the mail about a new API key'),
    passwordChanged: (accountId: string) => logger.info({ accountId }, 'password changed'),
    sessionTokenReused: (accountId: string) =>
      logger.warn({ accountId }, 'session cookie reused, session ended'),
  }
}
