import { AliasClient, AutomationClient } from '@waypost/sdk'

/** The services that a caller has a key for. What the key's scopes do not allow, the service refuses. */
export interface Clients {
  automation?: AutomationClient
  alias?: AliasClient
}

export interface Keys {
  automation?: string | undefined
  alias?: string | undefined
}

/** The URLs are those of the environment: `WAYPOST_AUTOMATION_URL` and `WAYPOST_ALIAS_URL`. */
export function createClients({ automation, alias }: Keys): Clients {
  return {
    ...(automation && { automation: new AutomationClient({ apiKey: automation }) }),
    ...(alias && { alias: new AliasClient({ apiKey: alias }) }),
  }
}
