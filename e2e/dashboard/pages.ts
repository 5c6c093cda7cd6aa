/** Every page of somebody who is signed in: where it is, its head, and something that is to be seen on it. */
export const pages = [
  { path: '/', title: 'Overview', shows: 'Make an automation' },
  { path: '/account', title: 'Account', shows: 'included: one run at a time of each automation, 45 s apart' },
  { path: '/held-access', title: 'Review access', shows: 'Nothing to review' },
  { path: '/automations', title: 'Automations', shows: 'Make your first automation' },
  { path: '/automations/new', title: 'New automation', shows: 'Step 1' },
  { path: '/automations/import', title: 'Import a recording', shows: 'Or its content' },
  { path: '/runs', title: 'Runs', shows: 'No runs' },
  { path: '/pipelines', title: 'Pipelines', shows: 'No pipelines yet' },
  { path: '/jobs', title: 'Jobs', shows: 'No jobs yet' },
  { path: '/ask', title: 'Requests', shows: 'What should be done?' },
  { path: '/sessions', title: 'Sessions', shows: 'No sessions saved' },
  { path: '/webhooks/automation', title: 'Automation webhooks', shows: 'Be told when something happens' },
  { path: '/keys/automation', title: 'Automation API keys', shows: 'made for a sign-in here' },
  { path: '/audit-log/automation', title: 'Automation audit log', shows: 'api_key.created' },
  { path: '/addresses', title: 'Aliases', shows: 'Make your first address' },
  { path: '/mailbox', title: 'Inbox', shows: 'No mail yet, and no address' },
  { path: '/compose', title: 'Write a mail', shows: 'First make an address' },
  { path: '/forwarding', title: 'Forwarding', shows: 'No mailboxes yet' },
  { path: '/domains', title: 'Domains', shows: 'need the Business plan' },
  { path: '/analytics', title: 'Analytics', shows: '0 of 0 are active' },
  { path: '/webhooks/alias', title: 'Alias webhooks', shows: 'Be told when something happens' },
  { path: '/keys/alias', title: 'Alias API keys', shows: 'The API needs the Business plan' },
  { path: '/audit-log/alias', title: 'Alias audit log', shows: 'account.read' },
  { path: '/nowhere', title: 'Nothing here', shows: 'There is no such page' },
]

/** Those for somebody who is not. */
export const gatePages = [
  { path: '/sign-in', title: 'Sign in' },
  { path: '/sign-up', title: 'Make an account' },
  { path: '/forgot-password', title: 'Forgot the password?' },
  { path: '/reset-password#token=x', title: 'Choose a new password' },
  { path: '/confirm-email#token=x', title: 'Confirm your address' },
]
