/** The pages of the settings, in the order of their tabs. */
export const settingsPages = [
  { to: '/account', label: 'Profile' },
  { to: '/account/security', label: 'Security' },
  { to: '/account/notifications', label: 'Notifications' },
  { to: '/account/limits', label: 'Limits and plan' },
  { to: '/account/data', label: 'Your data' },
] as const
