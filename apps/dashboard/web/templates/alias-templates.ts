import type { AliasApi } from '@waypost/sdk'
import { alias } from '../client/alias.ts'
import { renewableSeconds } from '../addresses/lifetimes.ts'

export interface AliasTemplate {
  id: string
  title: string
  text: string
  /** Whether its mail goes on to a verified mailbox. */
  isForwarded: boolean
  create: (limits: AliasApi.Account['limits'], forwardToId?: string) => Promise<AliasApi.Alias>
  /** What the alias that was created needs then; it can be done again. */
  setUp?: (id: string) => Promise<unknown>
}

/** As long as the plan allows, and then renewed. */
const lasting = ({ maxTtlSeconds }: AliasApi.Account['limits']) => ({
  expiresIn: maxTtlSeconds,
  ...(maxTtlSeconds >= renewableSeconds && { autoRenew: true }),
})

const newsletterRule: AliasApi.NewMailRule = { action: 'label', label: 'Newsletter' }

export const aliasTemplates: AliasTemplate[] = [
  {
    id: 'sign-up',
    title: 'Sign-up alias',
    text: 'For an account that you try out: it lives for a day, and shows confirmation codes as they come.',
    isForwarded: false,
    create: ({ maxTtlSeconds }) =>
      alias.addresses.create({ alias: 'Sign-up', expiresIn: Math.min(86_400, maxTtlSeconds) }),
  },
  {
    id: 'newsletter',
    title: 'Newsletter alias',
    text: 'For newsletters: it stays, and labels what it receives, so that your inbox can leave it out.',
    isForwarded: false,
    create: (limits) => alias.addresses.create({ alias: 'Newsletters', ...lasting(limits) }),
    setUp: (id) => alias.addresses.replaceRules(id, [newsletterRule]),
  },
  {
    id: 'alerts',
    title: 'Alert forwarding',
    text: 'For alerts of your servers: it stays, and what it receives goes on to your mailbox at once.',
    isForwarded: true,
    create: (limits, forwardToId) =>
      alias.addresses.create({ alias: 'Alerts', ...lasting(limits), ...(forwardToId && { forwardToId }) }),
  },
]
