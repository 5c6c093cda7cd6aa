import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { slimIcons } from './slim-icons.ts'

// `vite dev` forwards API requests to a running stack; the built app is served by the dashboard's own server.
const server = 'http://127.0.0.1:4000'
const paths = ['/auth', '/automation/', '/alias/', '/mail-frames', '/unsubscribe', '/dev']

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
            {
              name: 'libraries',
              test: /rolldown.runtime|node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/][a-z-]+)[\\/]/,
            },
            {
              name: 'common',
              test: /web.(?:accounts.usage.(?:describe-mebibytes|limit-labels)|addresses.create-address-button|api-keys.automation-keys|automations.automation-(?:names?|queries)|emails.email-queries|executions.(?:executions-table|execution-queries)|held-access.held-access)[.]|(?:web.(?:accounts|client|controls|lists|services|shell|times|toasts)|packages.sdk|lucide-react)[\\/](?!(?:check-group|code-block|field|form|form-values|secret-once|submit-or-cancel|own-password-field)[.]|.*(?:dialog|drawer|-page|section|export|authenticator)[.-])/,
              minShareCount: 2,
            },
            {
              // What pages with forms share, and the overview does not need.
              name: 'forms',
              test: /web.(?:controls|lists|accounts).(?:check-group|code-block|field|form|form-values|secret-once|submit-or-cancel|own-password-field)[.]/,
              minShareCount: 3,
            },
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
