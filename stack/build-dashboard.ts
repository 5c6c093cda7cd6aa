import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce } from './build-once.ts'
import { runTool } from './run-tool.ts'

const directory = fileURLToPath(new URL('../apps/dashboard/web', import.meta.url))

/** Builds the browser app of the dashboard, unless the existing build has the same sources. */
export const buildDashboard = (say: (line: string) => void): Promise<void> =>
  buildOnce(
    {
      built: ['apps/dashboard/web/dist'],
      // The sources of the app, the API client that it uses, and the lockfile of its libraries.
      sources: [
        'apps/dashboard/web/**/*.{ts,tsx,css,html,svg,json}',
        'packages/sdk/src/**/*.ts',
        'pnpm-lock.yaml',
      ],
      build: (suffix) =>
        runTool(directory, 'vite', [
          'build',
          '--outDir',
          path.join(directory, `dist${suffix}`),
          '--logLevel',
          'warn',
        ]),
    },
    () => say('Building the dashboard …'),
  )
