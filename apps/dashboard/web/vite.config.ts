import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

// Where `vite dev` finds a running stack; the built app is served by the dashboard's own server.
const server = 'http://127.0.0.1:4000'
const paths = ['/auth', '/automation/', '/alias/', '/mail-frames', '/dev']

export default defineConfig({
  plugins: [react()],
  // Packages of this repository as they are written, not as they are published.
  resolve: { conditions: ['@waypost/source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Pages stay apart; what is smaller than a packet would rather be inlined, but the policy forbids data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: Object.fromEntries(paths.map((path) => [path, server])) },
})
