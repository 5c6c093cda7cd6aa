/** The processes of the product, and the source that each begins at, from the root of the repository. */
export const processes = {
  dashboard: 'apps/dashboard/server/main.ts',
  'automation-api': 'apps/automation-api/src/api.ts',
  'automation-runner': 'apps/automation-api/src/runner.ts',
  'browser-host': 'apps/automation-api/src/browser-host.ts',
  'alias-api': 'apps/alias-api/src/api.ts',
  'alias-mail': 'apps/alias-api/src/mail.ts',
  dispatcher: 'apps/dispatcher/src/main.ts',
} as const

// A mail is in memory until it is sent, and hundreds are at a time: V8 copied what they hold again and again.
const mostYoungMiB: Record<string, number> = { 'alias-mail': 32 }

/**
 * What a process is started with, beside its settings, to take less memory. A young generation of 16 MiB at most, two times
 * the figure of the option, is 8 MiB less in each when idle, and more under load. One arena of malloc for all threads, which
 * gives back what is free above 256 KiB, is 3 to 25 MiB less: else V8's threads keep what they needed to compile, and the
 * dashboard what it needed to hash a password.
 */
export const environmentOf = (name: string) => ({
  NODE_OPTIONS: `--max-semi-space-size=${mostYoungMiB[name] ?? 8}`,
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '262144',
})

export type BundledProcess = keyof typeof processes

/** The directory of a process's bundle, in its app: there it finds the libraries that are not bundled. */
export function bundleDirectory(name: BundledProcess): string {
  const [apps, app] = processes[name].split('/')
  return `${apps}/${app}/dist/${name}`
}

/** Begins the process. */
export const bundleEntry = (name: BundledProcess): string => `${bundleDirectory(name)}/main.js`
