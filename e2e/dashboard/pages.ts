/** Every page for signed-in users: its path, its heading, and a text on it. */
export const pages = [
  { path: '/', title: 'Overview', shows: 'Create an automation' },
  { path: '/account', title: 'Account', shows: 'each automation runs once at a time' },
  { path: '/held-access', title: 'Review access', shows: 'Nothing to review' },
  { path: '/automations', title: 'Automations', shows: 'Create your first automation' },
  { path: '/automations/new', title: 'New automation', shows: 'Step 1' },
  { path: '/automations/import', title: 'Import a recording', shows: 'Or paste the JSON' },
  { path: '/runs', title: 'Runs', shows: 'No runs' },
  { path: '/pipelines', title: 'Pipelines', shows: 'No pipelines yet' },
  { path: '/schedules', title: 'Schedules', shows: 'No schedules yet' },
  { path: '/jobs', title: 'Jobs', shows: 'No jobs yet' },
  { path: '/ask', title: 'Requests', shows: 'What should be done?' },
  { path: '/sessions', title: 'Sessions', shows: 'No sessions saved' },
  { path: '/secrets', title: 'Secrets', shows: 'No secrets saved' },
  { path: '/files', title: 'Files', shows: 'No files saved' },
  { path: '/webhooks/automation', title: 'Automation webhooks', shows: 'Create your first webhook' },
  { path: '/keys/automation', title: 'Automation API keys', shows: 'created by a dashboard sign-in' },
  { path: '/audit-log/automation', title: 'Automation audit log', shows: 'api_key.created' },
  { path: '/addresses', title: 'Aliases', shows: 'Create your first alias' },
  { path: '/mailbox', title: 'Inbox', shows: 'No aliases yet' },
  { path: '/compose', title: 'New email', shows: 'Create an alias first' },
  { path: '/forwarding', title: 'Forwarding', shows: 'No mailboxes yet' },
  { path: '/domains', title: 'Domains', shows: 'need the Business plan' },
  { path: '/analytics', title: 'Analytics', shows: '0 of 0 are active' },
  { path: '/webhooks/alias', title: 'Alias webhooks', shows: 'Create your first webhook' },
  { path: '/keys/alias', title: 'Alias API keys', shows: 'The API needs the Business plan' },
  { path: '/audit-log/alias', title: 'Alias audit log', shows: 'account.read' },
  { path: '/nowhere', title: 'Page not found', shows: 'This page does not exist' },
]

/** The pages for signed-out users. */
export const gatePages = [
  { path: '/sign-in', title: 'Sign in' },
  { path: '/sign-up', title: 'Create account' },
  { path: '/forgot-password', title: 'Forgot your password?' },
  { path: '/reset-password#token=x', title: 'Choose a new password' },
  { path: '/confirm-email#token=x', title: 'Confirm your email' },
]
