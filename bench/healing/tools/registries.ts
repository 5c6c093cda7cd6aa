import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const SEEDS = {
  name: 'garden-seeds',
  version: '2.0.0',
  description: 'Seeds of the garden',
  keywords: ['garden', 'seeds'],
  license: 'MIT',
  homepage: 'https://garden.example.com/',
  bugs: { url: 'https://garden.example.com/bugs' },
  repository: { type: 'git', url: 'https://garden.example.com/seeds.git' },
  author: { name: 'Rose', email: 'rose@example.com', avatar: '' },
  maintainers: [{ name: 'Ivy', email: 'ivy@example.com' }],
  dependencies: { soil: '^1.0.0', water: '^2.1.0' },
  dist: { tarball: 'https://garden.example.com/garden-seeds-2.0.0.tgz', fileCount: 3, unpackedSize: 12_000 },
  engines: { node: '>=10' },
}

const ANSWERS = {
  packages: JSON.stringify([SEEDS]),
  'sidebar/garden-seeds': JSON.stringify({
    name: SEEDS.name,
    latest: SEEDS,
    versions: { '2.0.0': SEEDS },
    'dist-tags': { latest: '2.0.0' },
    time: { modified: '2026-01-02T00:00:00.000Z', '2.0.0': '2026-01-02T00:00:00.000Z' },
    _uplinks: {},
  }),
  'readme/garden-seeds': '<h2>Seeds</h2><p>Sow them in spring.</p>',
}

/** What the server of the registry would answer, with the types that its pages look at. */
const server = `<script>{
  const answers = ${JSON.stringify(ANSWERS).replaceAll('<', String.raw`\u003c`)}
  fetch = async (asked) => {
    const end = Object.keys(answers).find((each) => String(asked.url ?? asked).endsWith(each))
    const type = end?.startsWith('readme') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    return new Response(answers[end] ?? '{}', { headers: { 'Content-Type': type } })
  }
}</script>`

const FILES = '/@verdaccio/ui-theme/static'

/** The files that the pages ask for elsewhere than where they are installed. */
const moved = {
  ...Object.fromEntries(
    [1, 4, 5, 6].map((number) => {
      const file = `${number}.43f1ce4557a7a08adc1f.js`
      const load = `const load = new XMLHttpRequest()
load.open('GET', '${FILES}/${file}', false)
load.send()
globalThis.eval(load.responseText)`
      return [`-/static/${file}`, `{ ${load} }`]
    }),
  ),
  '-/static/6.style.ad898c44026f788f7d59.css': `@import url(${FILES}/6.style.ad898c44026f788f7d59.css);`,
}

const show = (settings: string, styles: string[], scripts: string) => ({
  '-/web/detail/garden-seeds': `<!doctype html><html lang="en-us"><head><meta charset="utf-8"><title>Garden</title>
${server}<script>${settings}</script>
${styles.map((each) => `<link rel="stylesheet" href="${FILES}/${each}.css">`).join('\n')}</head>
<body class="body"><div id="root"></div>${scripts}${whenDrawn('[href^="mailto:ivy"]')}</body></html>`,
})

/** The page of a package in a registry. */
export const registries: Template[] = [
  {
    name: '@verdaccio/ui-theme',
    versions: ['0.1.5', '9.0.0-next-9.21'],
    isHeldOut: false,
    pages: [['-/web/detail/garden-seeds', '-/web/detail/garden-seeds']],
    shown: {
      pages: [
        {
          ...show(
            `Object.assign(globalThis, {
  __VERDACCIO_BASENAME_UI_OPTIONS: {}, VERDACCIO_BASENAME: '/', VERDACCIO_API_URL: location.origin + '/-/verdaccio/',
  VERDACCIO_SCOPE: '', VERDACCIO_LOGO: '', VERDACCIO_PRIMARY_COLOR: '#4b5e40', VERDACCIO_VERSION: '4.0.0',
})`,
            ['0.style.cdd1fdf79cd6bec30c42'],
            ['manifest', 'vendors', 'main']
              .map((each) => `<script src="${FILES}/${each}.43f1ce4557a7a08adc1f.js"></script>`)
              .join('\n'),
          ),
          ...moved,
        },
        {
          ...show(
            `globalThis.__VERDACCIO_BASENAME_UI_OPTIONS = {
  base: location.origin + '/', url_prefix: '/', pkgManagers: ['npm', 'yarn', 'pnpm'], login: true, version: '6.0.0', title: 'Verdaccio',
}`,
            ['vendors.BFZ0M9hf', 'main.CmTZWqVi'],
            `<script type="module" src="${FILES}/main.CFde6OBl.js"></script>`,
          ),
          '-/static/vendors.BFZ0M9hf.css': '',
        },
      ],
      classes: 'react-autosuggest.*',
    },
    marked: {
      '-/web/detail/garden-seeds': {
        search: kept('[placeholder="Search Packages"]'),
        'about the registry': kept('#header--button-registryInfo'),
        'log in': kept('button >> Login'),
        ...both(['Readme', 'Dependencies', 'Versions', 'Uplinks'], (tab) => `[role=tab] >> ${tab}`),
        homepage: ['a[title="Visit homepage"]', 'a[aria-label="Visit homepage"]'],
        issue: ['a[title="Open an issue"]', 'a[aria-label="Open an issue"]'],
        download: ['a[title="Download tarball"]', '[aria-label="Download tarball"]'],
        ...Object.fromEntries(
          ['npm install', 'yarn add', 'pnpm install'].map((command) => [
            `copy ${command}`,
            [
              `div:has(> [alt^=${command.split(' ')[0]}]) + div button`,
              `[aria-label="${command} garden-seeds@2.0.0"]`,
            ],
          ]),
        ),
        repository: kept('a[href$="seeds.git"]'),
        author: kept('[href^="mailto:rose"]'),
        maintainer: kept('[href^="mailto:ivy"]'),
        ...gone({ documentation: 'a[title=Documentation]' }),
      },
    },
  },
]
