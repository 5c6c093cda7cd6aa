import { fileURLToPath } from 'node:url'
import { buildOnce } from './build-once.ts'
import { runTool } from './run-tool.ts'

const infra = fileURLToPath(new URL('../infra', import.meta.url))

/** The entry of a process's bundle, in the directory of its app. */
export const bundleOf = (app: string, name: string): string =>
  fileURLToPath(new URL(`../apps/${app}/dist/${name}/main.js`, import.meta.url))

/** Bundles every process, unless the existing bundles have the same sources. */
export const bundleProcesses = (say: (line: string) => void): Promise<void> =>
  buildOnce(
    {
      built: [
        'apps/dashboard/dist/dashboard',
        'apps/automation-api/dist/automation-api',
        'apps/automation-api/dist/automation-runner',
        'apps/automation-api/dist/browser-host',
        'apps/alias-api/dist/alias-api',
        'apps/alias-api/dist/alias-mail',
        'apps/dispatcher/dist/dispatcher',
      ],
      sources: [
        'apps/*/{src,server}/**/*.ts',
        'packages/*/src/**/*.ts',
        'packages/*/package.json',
        'infra/bundles/*.ts',
        'pnpm-lock.yaml',
      ],
      build: (suffix) =>
        runTool(infra, 'rolldown', ['--config', 'bundles/rolldown.config.ts', '--log-level', 'warn'], {
          BUNDLE_SUFFIX: suffix,
        }),
    },
    () => say('Bundling the processes …'),
  )
