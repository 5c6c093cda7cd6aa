import type { Attack } from '../attack.ts'
import * as forwards from './forwards.ts'
import * as mail from './mail.ts'
import * as runs from './runs.ts'
import * as storage from './storage.ts'
import * as webhooks from './webhooks.ts'

export const attacks: Record<string, Attack> = {
  'runs that take ten seconds': runs.runs,
  'runs of pages that never yield': runs.busyPages,
  'runs of pages that take memory': runs.greedyPages,
  jobs: runs.jobs,
  'pipelines of 40 runs': runs.pipelines,
  intents: runs.intents,
  'intents that are hard to read': runs.tangledIntents,
  'lists of large automations': runs.largeLists,
  'requests to the automation API': runs.automationRequests,
  'as much stored as there is room for': storage.storage,
  'webhooks that answer at once': webhooks.promptWebhooks,
  'webhooks that hang': webhooks.hangingWebhooks,
  'webhooks that fail': webhooks.failingWebhooks,
  'webhooks that drip': webhooks.drippingWebhooks,
  'a flood of mail': mail.mailFlood,
  'mails of 20 MiB': mail.largeMail,
  'mails that are hard to read': mail.tangledMail,
  'mail from authors behind silent name servers': mail.silentAuthors,
  'mails that are rewritten and forwarded': forwards.rewrittenForwards,
  'connections that are held': mail.heldConnections,
  'guesses at aliases': mail.harvest,
  'mail of a new account to strangers': mail.newAccount,
  'mail to slow servers': mail.slowServers,
  'mail to dead servers': mail.deadServers,
  'mail behind silent name servers': mail.silentNameServers,
  'mail to the same server': mail.sameServer,
  'requests to the alias API': mail.aliasRequests,
  'aliases made and deleted': mail.aliasChurn,
}
