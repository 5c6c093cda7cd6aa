const webhooks = { name: 'Webhooks', description: 'Endpoints that receive events, and their deliveries.' }
const health = { name: 'Health', description: 'For operators of the service.' }

/** The tags of the routes that every service has, by the first segment of their paths. */
export const commonGroups = {
  'api-keys': { name: 'API keys', description: 'Credentials for programs. Only people can manage them.' },
  'held-access': {
    name: 'Account recovery',
    description: 'Keys, webhooks and rules on hold until their owner confirms them.',
  },
  webhooks,
  'event-types': webhooks,
  healthz: health,
  readyz: health,
}
