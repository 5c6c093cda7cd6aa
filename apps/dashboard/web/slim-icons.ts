import type { Plugin } from 'vite'

/**
 * Takes the keys out of icons. React tells the parts of an icon apart by their order, which never changes, and the keys are
 * random, so that they do not compress.
 */
export const slimIcons = (): Plugin => ({
  name: 'slim-icons',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react.dist.esm.icons/ },
    handler: (code) => ({ code: code.replaceAll(/,\s*key: "[^"]*"/g, ''), map: null }),
  },
})
