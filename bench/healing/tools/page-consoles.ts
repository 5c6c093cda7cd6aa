import type { Marked, Template } from '../template.ts'
import { gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const SHOP =
  '<h1>Seeds</h1><ul><li><a href="/seeds/bean">Bean</a></li><li><a href="/seeds/kale">Kale</a></li></ul><button>Order</button>'
const SAY = `console.log('sown'); console.warn('dry'); console.error('no water')`

const TABS = ['console', 'elements', 'network', 'resources', 'sources', 'info', 'snippets', 'settings']

/** Their numbers before and after. */
const SWITCHES: [what: string, before: number, after: number][] = [
  ['remember the place', 0, 2],
  ['numbers of lines', 5, 32],
  ['hide its own', 7, 28],
  ['catch listeners', 11, 26],
  ['catch errors', 13, 11],
  ['override', 14, 13],
  ['display at an error', 15, 15],
  ['more information', 16, 17],
  ['hidden properties', 17, 19],
  ['getters', 18, 21],
]

const setting = (number: number) => `.eruda-switch input[data-idx="${number}"]`
const list = (number: number) => `.eruda-select:has([data-idx="${number}"]) .eruda-head`

const PAGES = Object.fromEntries(
  ['console', 'settings'].map((tool) => [
    `${tool}.html`,
    writePage(
      { scripts: ['eruda/eruda.js'] },
      SHOP,
      `eruda.init({ useShadowDom: false }); ${SAY}; eruda.show(); eruda.show('${tool}')`,
    ),
  ]),
)

export const pageConsoles: Template[] = [
  {
    name: 'eruda',
    versions: ['1.2.2', '3.4.3'],
    isHeldOut: false,
    pages: [
      ['console.html', 'console.html'],
      ['settings.html', 'settings.html'],
    ],
    shown: {
      pages: [PAGES, PAGES],
      classes: `${TABS.join('|')}|features|clear-console|help|filter|eruda-(?:clear-console|filter|copy|level)`,
      attributes: ['data-filter', 'data-level', 'data-id', 'data-idx'],
    },
    marked: {
      'console.html': {
        ...Object.fromEntries(
          TABS.map((tab): [string, Marked] => [tab, [`li.${tab}`, `.luna-tab-item[data-id=${tab}]`]]),
        ),
        clear: ['.clear-console', '.eruda-clear-console'],
        ...Object.fromEntries(
          ['all', 'info', 'error'].map((level): [string, Marked] => [
            `only ${level}`,
            [`[data-filter=${level}]`, `[data-level=${level}]`],
          ]),
        ),
        'only warnings': ['[data-filter=warn]', '[data-level=warning]'],
        script: kept('.eruda-js-input textarea'),
        ...gone({
          features: 'li.features',
          'only log': '[data-filter=log]',
          'only debug': '[data-filter=debug]',
          help: '.help',
        }),
      },
      'settings.html': {
        ...Object.fromEntries(
          SWITCHES.map(([what, before, after]): [string, Marked] => [
            what,
            [setting(before), `#luna-setting-checkbox-${after}`],
          ]),
        ),
        transparency: [list(3), '.luna-setting-item-number:nth-child(4) input'],
        size: [list(4), '.luna-setting-item-number:nth-child(5) input'],
        'number of lines': [list(20), 'select:has([value=infinite])'],
        ...gone({
          'always there': setting(1),
          'tiny bar': setting(2),
          beautify: setting(6),
          'catch requests': setting(8),
          'hide times': setting(9),
          'no performance': setting(10),
          'view in sources': setting(19),
        }),
      },
    },
  },
]
