import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const TOOLS = 'undo,redo,reset,delete,crop,flip,rotate,draw,shape,icon,text,mask,filter'.split(',')

const editPhoto = (theme: string) =>
  `const empty = document.createElement('canvas'); empty.width = 600; empty.height = 300
new tui.ImageEditor('#photo', { usageStatistics: false, cssMaxWidth: 600, cssMaxHeight: 400, includeUI: { loadImage: { path: empty.toDataURL(), name: 'Bed' }, initMenu: 'shape', menuBarPosition: 'bottom', uiSize: { width: '1000px', height: '620px' }, theme: ${theme} } })`

const drawings = (name: string) => `/tui-image-editor/dist/svg/icon-${name}.svg`

const theme = JSON.stringify(
  Object.fromEntries(
    [
      ['menu.normalIcon', 'b'],
      ['menu.activeIcon', 'a'],
      ['submenu.normalIcon', 'b'],
      ['submenu.activeIcon', 'c'],
    ].flatMap(([icon, name]) => [
      [`${icon}.path`, drawings(name!)],
      [`${icon}.name`, `icon-${name}`],
    ]),
  ),
)

const photoPage = (before: string[], ownTheme: string) =>
  writePage(
    {
      styles: ['tui-color-picker/dist/tui-color-picker.css', 'tui-image-editor/dist/tui-image-editor.css'],
      scripts: [
        ...before,
        'tui-color-picker/dist/tui-color-picker.js',
        'tui-image-editor/dist/tui-image-editor.js',
      ],
    },
    '<h1>Photo of a bed</h1><div id="photo"></div>',
    editPhoto(ownTheme),
  )

/** The later version has some icons at the top, and no titles. */
export const pictures: Template[] = [
  {
    name: 'tui-image-editor',
    versions: ['3.2.0', '3.15.3'],
    isHeldOut: false,
    pages: [['photo.html', 'photo.html']],
    shown: {
      beside: [['fabric@1.7.22'], []],
      pages: [
        {
          'photo.html': photoPage(
            ['fabric/dist/fabric.js', 'tui-code-snippet/dist/tui-code-snippet.js'],
            theme,
          ),
        },
        { 'photo.html': photoPage(['fabric/dist/fabric.js'], 'undefined') },
      ],
      classes: 'tie-(?:btn|color|stroke).*|rect|circle|triangle|tui-image-editor-(?:load|download)-btn',
      attributes: ['tooltip-content'],
    },
    marked: {
      'photo.html': {
        ...Object.fromEntries(
          TOOLS.map((tool): [string, Marked] => [tool, [`#tie-btn-${tool}`, `.tie-btn-${tool}`]]),
        ),
        'delete all': ['#tie-btn-delete-all', '.tie-btn-deleteAll'],
        download: kept('button.tui-image-editor-download-btn'),
        ...both(['rect', 'circle', 'triangle'], (shape) => `.tui-image-editor-button.${shape}`),
        fill: ['#tie-color-fill', '.tie-color-fill'],
        stroke: ['#tie-color-stroke', '.tie-color-stroke'],
        width: ['#tie-stroke-range-value', '.tie-stroke-range-value'],
      },
    },
  },
]
