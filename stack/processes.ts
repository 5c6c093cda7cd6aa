import { fileURLToPath } from 'node:url'
import type { StackEnv } from './env.ts'
import type { Secrets } from './secrets.ts'

export interface ProcessDefinition {
  name: string
  entry: string
  environment: Record<string, string>
}

const app = (entry: string) => fileURLToPath(new URL(`../apps/${entry}`, import.meta.url))

export const stackUrls = (env: StackEnv) => ({
  dashboardUrl: `http://127.0.0.1:${env.DASHBOARD_PORT}`,
  automationUrl: `http://127.0.0.1:${env.AUTOMATION_PORT}`,
  aliasUrl: `http://127.0.0.1:${env.ALIAS_PORT}`,
  dispatcherUrl: `http://127.0.0.1:${env.DISPATCHER_PORT}`,
  smtpUrl: `smtp://127.0.0.1:${env.SMTP_PORT}`,
})

/** Every process of the product, configured for one machine. */
export function defineProcesses(env: StackEnv, databaseUrl: string, secrets: Secrets): ProcessDefinition[] {
  const { dashboardUrl, automationUrl, aliasUrl } = stackUrls(env)
  const common = {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: secrets.encryptionKeys,
    WEBHOOK_FALLBACK_SECRET: secrets.webhookFallbackSecret,
    ADMIN_TOKEN: secrets.adminToken,
    JWT_ISSUER: dashboardUrl,
    JWT_JWKS_URL: `${dashboardUrl}/.well-known/jwks.json`,
    AUTOMATION_URL: automationUrl,
    ALIAS_URL: aliasUrl,
    // Without a mail server no mail is sent; the development outbox shows it instead.
    ALIAS_DEV_OUTBOX: 'true',
    ALIAS_POSTMASTER: 'postmaster@example.net',
    // A local stack listens on loopback only.
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    DASHBOARD_PUBLIC_URL: dashboardUrl,
    DASHBOARD_DEV_OUTBOX: 'true',
    DASHBOARD_PORT: String(env.DASHBOARD_PORT),
    AUTOMATION_PORT: String(env.AUTOMATION_PORT),
    ALIAS_PORT: String(env.ALIAS_PORT),
    DISPATCHER_PORT: String(env.DISPATCHER_PORT),
    SMTP_PORT: String(env.SMTP_PORT),
  }
  const entries = {
    dashboard: 'dashboard/server/main.ts',
    'automation-api': 'automation-api/src/api.ts',
    'automation-runner': 'automation-api/src/runner.ts',
    'alias-api': 'alias-api/src/api.ts',
    'alias-mail': 'alias-api/src/mail.ts',
    dispatcher: 'dispatcher/src/main.ts',
  }
  return Object.entries(entries).map(([name, entry]) => ({ name, entry: app(entry), environment: common }))
}
