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

/**
 * `NODE_OPTIONS` of every process. With a young generation of half the usual size, the dispatcher drains with 270 MiB in place of
 * 400, for no processor time that could be measured.
 */
export const nodeOptions = '--max-semi-space-size=8'

export type BundledProcess = keyof typeof processes

/** The directory of a process's bundle, in its app: there it finds the libraries that are not bundled. */
export function bundleDirectory(name: BundledProcess): string {
  const [apps, app] = processes[name].split('/')
  return `${apps}/${app}/dist/${name}`
}

/** Begins the process. */
export const bundleEntry = (name: BundledProcess): string => `${bundleDirectory(name)}/main.js`
