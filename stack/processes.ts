import { bundleOf } from './bundle-processes.ts'
import type { ProcessName } from './create-logins.ts'
import type { StackEnv } from './env.ts'
import type { ProcessUser } from './process-users.ts'
import type { Secrets } from './secrets.ts'

export interface ProcessDefinition {
  name: ProcessName
  entry: string
  environment: Record<string, string>
  /** The user to run as; absent: this process's. */
  user: ProcessUser | undefined
}

export const stackUrls = (env: StackEnv) => ({
  dashboardUrl: `http://127.0.0.1:${env.DASHBOARD_PORT}`,
  automationUrl: `http://127.0.0.1:${env.AUTOMATION_PORT}`,
  aliasUrl: `http://127.0.0.1:${env.ALIAS_PORT}`,
  dispatcherUrl: `http://127.0.0.1:${env.DISPATCHER_PORT}`,
  smtpUrl: `smtp://127.0.0.1:${env.SMTP_PORT}`,
})

/** Every process of the product, configured for one machine, each with its own secrets only. */
export function defineProcesses(
  env: StackEnv,
  databaseUrls: Record<ProcessName, string>,
  secrets: Secrets,
  userOf: (index: number) => ProcessUser | undefined,
): ProcessDefinition[] {
  const { dashboardUrl, automationUrl, aliasUrl } = stackUrls(env)
  const common = {
    JWT_ISSUER: dashboardUrl,
    JWT_JWKS_URL: `${dashboardUrl}/.well-known/jwks.json`,
    AUTOMATION_URL: automationUrl,
    ALIAS_URL: aliasUrl,
    ALIAS_PUBLIC_URL: aliasUrl,
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
  const { dashboardKey, automationKey, aliasKey, encryptionKeys: shared } = secrets
  const ring = (...keys: string[]) => ({ ENCRYPTION_KEYS: [...keys, ...(shared ? [shared] : [])].join(',') })
  const ADMIN_TOKEN = secrets.adminToken
  const processes: Record<ProcessName, Record<string, string>> = {
    dashboard: ring(dashboardKey),
    'automation-api': {
      ...ring(automationKey),
      ADMIN_TOKEN,
      WEBHOOK_FALLBACK_SECRET: secrets.webhookFallbackSecret,
    },
    'automation-runner': { ...ring(automationKey), ALIAS_API_URL: aliasUrl },
    'alias-api': { ...ring(aliasKey), ADMIN_TOKEN },
    'alias-mail': ring(aliasKey),
    // It opens the secrets of both services' webhooks, and seals nothing.
    dispatcher: ring(automationKey, aliasKey),
  }
  return (Object.keys(processes) as ProcessName[]).map((name, index) => ({
    name,
    entry: bundleOf(name),
    environment: { ...common, ...processes[name], DATABASE_URL: databaseUrls[name] },
    user: userOf(index),
  }))
}
