import type { Marked, Template } from '../template.ts'
import { gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const order = `{ number: 'A210', seeds: [{ name: 'Basil', left: 3 }, { name: 'Bean', left: 7 }], paid: true, day: '2026-03-10' }`

const head = '<h1>Order</h1><button>Save</button><div id="order" style="width: 900px; height: 420px"></div>'

export const jsonEditors: Template[] = [
  {
    name: 'jsoneditor',
    renamedTo: 'vanilla-jsoneditor',
    versions: ['5.34.0', '2.4.0'],
    isHeldOut: false,
    pages: [
      ['tree.html', 'tree.html'],
      ['code.html', 'code.html'],
    ],
    shown: {
      pages: [
        Object.fromEntries(
          ['tree', 'code'].map((mode) => [
            `${mode}.html`,
            writePage(
              { styles: ['jsoneditor/dist/jsoneditor.css'], scripts: ['jsoneditor/dist/jsoneditor.js'] },
              head,
              `new JSONEditor(document.querySelector('#order'), { mode: '${mode}', modes: ['code', 'tree'] }, ${order}).${mode === 'tree' ? 'expandAll' : 'focus'}()`,
            ),
          ]),
        ),
        Object.fromEntries(
          ['tree', 'text'].map((mode) => [
            `${mode === 'text' ? 'code' : mode}.html`,
            writePage(
              {},
              `${head}<script type="module">import { createJSONEditor } from '/vanilla-jsoneditor/standalone.js'; createJSONEditor({ target: document.querySelector('#order'), props: { mode: '${mode}', content: { json: ${order} } } })</script>`,
            ),
          ]),
        ),
      ],
      classes: 'jsoneditor-.*|jse-.*',
      attributes: ['data-path', 'data-type'],
    },
    marked: {
      'tree.html': {
        save: kept('button >> Save'),
        ...Object.fromEntries(
          ['expand-all', 'collapse-all', 'sort', 'transform', 'undo', 'redo'].map(
            (what): [string, Marked] => [what, [`.jsoneditor-${what}`, `.jse-${what}`]],
          ),
        ),
        ...gone({
          'next result': '.jsoneditor-next',
          'previous result': '.jsoneditor-previous',
          'move number': 'tr:nth-child(2) .jsoneditor-dragarea',
          'move seeds': 'tr:nth-child(3) .jsoneditor-dragarea',
        }),
        'open order': ['tr:nth-child(1) .jsoneditor-expanded', '.jse-expand'],
        'open seeds': ['tr:nth-child(3) .jsoneditor-expanded', '[data-path="%2Fseeds"] .jse-expand'],
        'open the first seed': [
          'tr:nth-child(4) .jsoneditor-expanded',
          '[data-path="%2Fseeds%2F0"] .jse-expand',
        ],
        ...Object.fromEntries(
          ['number', 'seeds', 'paid', 'day'].map((field): [string, Marked] => [
            `name ${field}`,
            [`.jsoneditor-field >> ${field}`, `.jse-key >> ${field}`],
          ]),
        ),
        ...Object.fromEntries(
          ['A210', 'Basil', '3', 'Bean', '7', '2026-03-10'].map((value): [string, Marked] => [
            `value ${value}`,
            [`.jsoneditor-value >> ${value}`, `.jse-value >> ${value}`],
          ]),
        ),
        'is paid': ['td > [type=checkbox]', '.jse-boolean-toggle'],
      },
      'code.html': {
        format: ['.jsoneditor-format', '.jse-format'],
        compact: ['.jsoneditor-compact', '.jse-compact'],
        ...gone({ repair: '.jsoneditor-repair', 'who made it': '.jsoneditor-poweredBy' }),
        text: ['textarea', '.cm-content'],
      },
    },
  },
]
