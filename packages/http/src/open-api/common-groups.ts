const health = { name: 'Health', description: 'For whoever operates the service.' }

/** The groups of routes that every service has, by the first segment of their paths. */
export const commonGroups = {
  'api-keys': { name: 'API keys', description: 'Credentials for programs. Managed by people only.' },
  'held-access': {
    name: 'Account recovery',
    description: 'What is switched off, and what its owner keeps.',
  },
  webhooks: { name: 'Webhooks', description: 'Where events go, and what became of them.' },
  healthz: health,
  readyz: health,
}
