import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { slimIcons } from './slim-icons.ts'

// `vite dev` forwards API requests to a running stack; the built app is served by the dashboard's own server.
const server = 'http://127.0.0.1:4000'
const paths = ['/auth', '/automation/', '/alias/', '/mail-frames', '/unsubscribe', '/dev']

/** What the overview, which is seen first, needs of folders whose other files it does not. */
const ofOverview = [
  'accounts/usage/describe-mebibytes',
  'accounts/usage/limit-labels',
  'addresses/create-address-button',
  'api-keys/automation-keys',
  'automations/automation-name',
  'automations/automation-names',
  'emails/email-queries',
  'executions/execution-queries',
  'executions/executions-table',
  'held-access/held-access',
  'overview/day-chart',
  'overview/figure',
  'overview/overview-queries',
  'overview/period-links',
]
/** What pages with forms share, and the overview does not need. */
const ofForms = [
  'accounts/own-password-field',
  'accounts/two-factor/code-field',
  'controls/check-group',
  'controls/code-block',
  'controls/field',
  'controls/form',
  'controls/form-values',
  'controls/leave-guard',
  'controls/secret-once',
  'controls/submit-or-cancel',
]

/** What pages share that let choose among much, and have menus. */
const ofChoices =
  /web.(?:choices.(?:choice|use-settled)|menus|automations.search-automations|pipelines.search-runnable)/

const inCommon =
  /(?:web.(?:accounts|client|controls|lists|services|shell|times|toasts)|packages.sdk|lucide-react)[\\/]/
/** Files in the same folders that only some pages need, and those that are loaded when they are opened. */
const ofSome =
  /(?:authenticator|dialog|drawer|export|gate|link-token|-page|plan-note|section|settings-pages|tabs|use-enter)[.-]/

const ofLibraries =
  /rolldown.runtime|node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][a-z-]+)[\\/]/
/** Files of theirs that only some pages need. */
const ofSomeLibraries = /(?:queriesObserver|useBlocker|useQueries)\./
const isLibrary = (id: string): boolean => ofLibraries.test(id) && !ofSomeLibraries.test(id)

const isOneOf = (files: string[]) => (id: string) => files.some((file) => id.includes(`/web/${file}.`))
const isOfOverview = isOneOf(ofOverview)
const isOfForms = isOneOf(ofForms)
const isCommon = (id: string): boolean =>
  isOfOverview(id) || (inCommon.test(id) && !ofSome.test(id) && !isOfForms(id))

export default defineConfig({
  plugins: [react(), slimIcons(), compressAssets()],
  // Imports packages of this repository from their sources, not from their builds.
  resolve: { conditions: ['@waypost/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Pages stay in separate files. Very small ones are not inlined, because the content security policy forbids data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs is a few files; without these groups, it is forty.
          groups: [
            { name: 'libraries', test: isLibrary },
            { name: 'common', test: isCommon, minShareCount: 2 },
            { name: 'forms', test: isOfForms, minShareCount: 3 },
            { name: 'choices', test: ofChoices },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, server])),
      '/live-views': { target: server, ws: true },
    },
  },
})
