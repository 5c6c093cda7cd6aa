import { aliasChannel, automationChannel, type Channel } from '@waypost/webhooks'

/** Whose events are delivered. A further service is a further line. */
export const channels: Channel[] = [automationChannel, aliasChannel]
