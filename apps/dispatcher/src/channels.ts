import { aliasChannel, automationChannel, type Channel } from '@waypost/webhooks'

/** The channels that this dispatcher delivers. Add a line for each further service. */
export const channels: Channel[] = [automationChannel, aliasChannel]
