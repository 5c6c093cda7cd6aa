import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { holdLoad } from '../hold-load.ts'
import { writePage } from '../write-page.ts'

const writePlan = (show: string, act: string) =>
  writePage(
    {
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        '@excalidraw/excalidraw/dist/excalidraw.production.min.js',
      ],
    },
    `<h1>Plan of the beds</h1><div id="plan" style="height: 640px"></div>
<script>EXCALIDRAW_ASSET_PATH = '/@excalidraw/excalidraw/dist/'</script>`,
    `const plan = document.querySelector('#plan'); ${show}; ${holdLoad(`plan.querySelector('[aria-label=Rectangle]')`, act)}`,
  )

const SHOW = {
  before: `ReactDOM.render(React.createElement(Excalidraw.default), plan)`,
  after: `ReactDOM.createRoot(plan).render(React.createElement(ExcalidrawLib.Excalidraw))`,
}

const chooseTool = `plan.querySelector('[aria-label=Rectangle]').click()`

/** The later version keeps in a menu what had icons of its own. */
export const drawings: Template[] = [
  {
    name: '@excalidraw/excalidraw',
    versions: ['0.9.0', '0.17.6'],
    isHeldOut: false,
    pages: [
      ['plan.html', 'plan.html'],
      ['menu.html', 'menu.html'],
    ],
    shown: {
      beside: [
        ['react@17.0.2', 'react-dom@17.0.2'],
        ['react@18.3.1', 'react-dom@18.3.1'],
      ],
      pages: [
        { 'plan.html': writePlan(SHOW.before, chooseTool), 'menu.html': writePlan(SHOW.before, '') },
        {
          'plan.html': writePlan(SHOW.after, chooseTool),
          'menu.html': writePlan(SHOW.after, `plan.querySelector('.main-menu-trigger').click()`),
        },
      ],
      classes: 'zoom-(?:in|out)-button|reset-zoom-button|ToolIcon__(?:lock|library)|help-icon',
      attributes: ['data-testid'],
    },
    marked: {
      'menu.html': {
        load: ['[title=Load]', '[title=Open]'],
        export: ['[title=Export]', '[title="Save to..."]'],
        image: ['[title="Save as image"]', '[title="Export image..."]'],
        ...both(['Reset the canvas', 'Dark mode'], (title) => `button[title="${title}"]`),
        'canvas background': kept('button[aria-label="Canvas background"]'),
      },
      'plan.html': {
        ...both(['Stroke', 'Background'], (what) => `button[aria-label="${what}"]`),
        ...both(
          'Thin,Bold,Extra bold,Dashed,Dotted,Architect,Artist,Cartoonist,Sharp,Round'.split(','),
          (title) => `label[title="${title}"]`,
        ),
        'stroke solid': kept('[title=Solid]:has([name=strokeStyle])'),
        opacity: kept('[type=range]'),
        ...both(
          ['Send to back', 'Send backward', 'Bring to front', 'Bring forward'],
          (title) => `[title^="${title}"]`,
        ),
        ...both(
          'Keep selected tool active after drawing,Selection,Rectangle,Diamond,Ellipse,Arrow,Line,Draw,Text,Library'.split(
            ',',
          ),
          (label) => `input[aria-label="${label}"]`,
        ),
        ...both(['Zoom in', 'Zoom out', 'Reset zoom'], (label) => `button[aria-label="${label}"]`),
        ...gone({
          'load at once': '[title=Load]',
          'export at once': '[title=Export]',
          'image at once': '[title="Save as image"]',
          'reset at once': 'button[title="Reset the canvas"]',
          'dark at once': 'button[title="Dark mode"]',
          'canvas at once': 'button[aria-label="Canvas background"]',
          hachure: '[title=Hachure]',
          'cross-hatch': '[title=Cross-hatch]',
          'fill solid': '[title=Solid]:has([name=fill])',
          'number of the canvas': 'input[aria-label="Canvas background"]',
          'number of the stroke': 'input[aria-label=Stroke]',
          'number of the background': 'input[aria-label=Background]',
        }),
      },
    },
  },
]
