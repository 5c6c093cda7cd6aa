import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const PARTS = `
const h = React.createElement
const { AutoComplete, Button, Cascader, CheckPicker, Checkbox, DatePicker, DateRangePicker, Dropdown, Input, InputGroup, InputNumber, Message, Nav, Pagination, Panel, PanelGroup, Radio, RadioGroup, SelectPicker, Table, Tag, TagPicker, Toggle, Tree, Uploader } = window.rsuite
const rows = ['Basil', 'Bean', 'Beet'].map((name, index) => ({ id: index + 1, name, number: 'A' + (210 + index) }))
const kinds = [{ value: 'herbs', label: 'Herbs' }, { value: 'roots', label: 'Roots' }]
const halls = [{ value: 'one', label: 'Hall 1', children: [{ value: 'shelf', label: 'Shelf 1' }] }]
const column = (title, key) => h(Table.Column, { sortable: true, width: 200, key }, h(Table.HeaderCell, null, title), h(Table.Cell, { dataKey: key }))
`

const orders = (pages: string) => `${PARTS}
const page = h('div', null,
  h(Message, { type: 'warning', closable: true, description: 'Deliveries are late this week.' }, 'Deliveries are late this week.'),
  h('h1', null, 'Orders'),
  h(Nav, { appearance: 'tabs', activeKey: 'open' }, h(Nav.Item, { eventKey: 'open' }, 'Open'), h(Nav.Item, { eventKey: 'sent' }, 'Sent')),
  h(Dropdown, { title: 'More' }, h(Dropdown.Item, null, 'Print')),
  h('p', null, h(Input, { placeholder: 'Number or seed', style: { width: 200 } }),
    h(DatePicker, { defaultValue: new Date('2026-03-10'), style: { width: 220 } }), h(DateRangePicker, { placeholder: 'First to last day', style: { width: 220 } })),
  h('p', null, h(SelectPicker, { data: kinds, defaultValue: 'herbs', style: { width: 200 } }), h(CheckPicker, { data: kinds, defaultValue: ['herbs'], style: { width: 200 } }), h(TagPicker, { data: kinds, defaultValue: ['herbs'], style: { width: 200 } }), h(Cascader, { data: halls, placeholder: 'Place', style: { width: 200 } })),
  h(Tag, { closable: true }, 'from March'),
  h(Table, { data: rows, sortColumn: 'name', sortType: 'asc', height: 200 }, column('Number', 'number'), column('Seed', 'name')),
  ${pages},
)`

const packing = `${PARTS}
const page = h('div', null,
  h('h1', null, 'Packing'),
  h(InputGroup, { style: { width: 300 } }, h(AutoComplete, { data: ['Basil'], placeholder: 'Seed' }), h(InputGroup.Button, null, 'Look')),
  h('div', null, h(InputNumber, { defaultValue: 3, style: { width: 160 } }), h(Toggle, { checkedChildren: 'Yes', unCheckedChildren: 'No' }), h(Checkbox, null, 'Insured')),
  h(RadioGroup, { inline: true, name: 'sent', defaultValue: 'post' }, h(Radio, { value: 'post' }, 'By post'), h(Radio, { value: 'hand' }, 'By hand')),
  h(Uploader, { action: '/papers', defaultFileList: [{ fileKey: 1, name: 'label.pdf', url: '/label.pdf' }] }),
  h(PanelGroup, { accordion: true }, h(Panel, { header: 'Customs', collapsible: true }, 'None'), h(Panel, { header: 'Insurance', collapsible: true }, 'None')),
  h(Tree, { data: halls }),
)`

const delivery = `${PARTS}
const page = h('div', null,
  h('h1', null, 'Delivery'), h(Button, null, 'Book'),
  h('p', { style: { marginLeft: 300 } }, h(DatePicker, { open: true, format: FORMAT, showMeridian: true, defaultValue: new Date('2026-03-10T10:30'), ranges: [{ label: 'First day', value: new Date('2026-03-01') }] })),
)`

const before = (page: string) =>
  writePage(
    {
      styles: ['rsuite/dist/styles/rsuite.css'],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'rsuite/dist/rsuite.js',
      ],
    },
    '<div id="page"></div>',
    `${page}; ReactDOM.render(page, document.querySelector('#page'))`,
  )

const after = (page: string) =>
  writePage(
    {
      styles: ['rsuite/dist/rsuite.css'],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'rsuite/dist/rsuite.js',
      ],
    },
    '<div id="page"></div>',
    `${page}; ReactDOM.createRoot(document.querySelector('#page')).render(page)`,
  )

const cleaned = (kind: string): Marked => [
  `.rs-picker-${kind} .rs-picker-toggle-clean`,
  `.rs-picker-${kind} .rs-picker-clean`,
]

const calendar = 'rs-calendar-header'

/** The later version has named buttons and fields to write in where the earlier one had links and icons. */
export const desks: Template[] = [
  {
    name: 'rsuite',
    versions: ['3.8.13', '5.83.4'],
    isHeldOut: true,
    pages: ['orders', 'packing', 'delivery'].map((page) => [`${page}.html`, `${page}.html`]),
    shown: {
      beside: [
        ['react@16.14.0', 'react-dom@16.14.0'],
        ['react@18.3.1', 'react-dom@18.3.1'],
      ],
      pages: [
        {
          'orders.html': before(
            orders(
              `h(Table.Pagination, { lengthMenu: [{ value: 10, label: 10 }, { value: 20, label: 20 }], activePage: 2, displayLength: 10, total: 60 })`,
            ),
          ),
          'packing.html': before(packing),
          'delivery.html': before(delivery.replace('FORMAT', `'YYYY-MM-DD HH:mm'`)),
        },
        {
          'orders.html': after(
            orders(
              `h(Pagination, { prev: true, next: true, first: true, last: true, boundaryLinks: true, layout: ['total', '-', 'limit', '|', 'pager', 'skip'], limitOptions: [10, 20], limit: 10, activePage: 2, total: 60 })`,
            ),
          ),
          'packing.html': after(packing),
          'delivery.html': after(delivery.replace('FORMAT', `'yyyy-MM-dd HH:mm'`)),
        },
      ],
      classes:
        'rs-message-btn-close|rs-picker-(?:toggle-)?clean|rs-tag-icon-close|rs-input-number-touchspin-.*|rs-calendar-header-(?:backward|forward|title-.*)|rs-uploader-file-item-btn-remove|rs-picker-toolbar-.*',
    },
    marked: {
      'orders.html': {
        'close notice': ['.rs-message-btn-close', '.rs-message .rs-btn-close'],
        ...both(['Open', 'Sent'], (tab) => `.rs-nav a >> ${tab}`),
        more: kept('.rs-dropdown-toggle'),
        words: kept('[placeholder="Number or seed"]'),
        day: ['.rs-picker-date .rs-picker-toggle', '.rs-picker-date input'],
        'no day': cleaned('date'),
        days: ['.rs-picker-daterange .rs-picker-toggle', '.rs-picker-daterange input'],
        kind: kept('.rs-picker-select .rs-picker-toggle'),
        'no kind': cleaned('select'),
        kinds: kept('.rs-picker-check .rs-picker-toggle'),
        'no kinds': cleaned('check'),
        'no tags': cleaned('tag'),
        'not herbs': kept('.rs-picker-tag .rs-tag-icon-close'),
        place: kept('.rs-picker-cascader .rs-picker-toggle'),
        'from any month': kept('#page > div > .rs-tag .rs-tag-icon-close'),
        ...both(['Number', 'Seed'], (column) => `.rs-table-cell-header .rs-table-cell-content >> ${column}`),
        size: ['.rs-picker-subtle .rs-picker-toggle', '.rs-pagination-group .rs-picker-toggle'],
        ...Object.fromEntries(
          ['First', 'Previous', 'Next', 'Last'].map((what): [string, Marked] => [
            what.toLowerCase(),
            [`a:has(> [title=${what}])`, `button[title=${what}]`],
          ]),
        ),
        ...Object.fromEntries(
          ['1', '4'].map((page): [string, Marked] => [
            page,
            [`.rs-pagination-btn a >> ${page}`, `button.rs-pagination-btn >> ${page}`],
          ]),
        ),
      },
      'packing.html': {
        seed: ['[placeholder=Seed]', '.rs-auto-complete input'],
        look: kept('.rs-input-group-btn'),
        weight: kept('.rs-input-number input'),
        heavier: kept('.rs-input-number-touchspin-up'),
        lighter: kept('.rs-input-number-touchspin-down'),
        toggle: ['.rs-btn-toggle', '.rs-toggle'],
        insured: ['.rs-checkbox label', '.rs-checkbox input'],
        'by post': ['label >> By post', '.rs-radio input'],
        'by hand': ['label >> By hand', '.rs-radio + .rs-radio input'],
        upload: kept('.rs-uploader-trigger-btn'),
        papers: kept('.rs-uploader-file-item-title'),
        'no papers': kept('.rs-uploader-file-item-btn-remove'),
        customs: ['.rs-panel-title [role=tab] >> Customs', '.rs-panel-btn >> Customs'],
        insurance: ['.rs-panel-title [role=tab] >> Insurance', '.rs-panel-btn >> Insurance'],
        'open hall': ['[role=button][data-ref]', '.rs-tree-node-toggle'],
        hall: ['.rs-picker-tree-view-node-label', '.rs-tree-node-label'],
      },
      'delivery.html': {
        book: kept('main button >> Book'),
        time: ['.rs-picker-toggle', '.rs-picker-date input'],
        'no time': cleaned('date'),
        'month before': kept(`.${calendar}-backward`),
        'choose month': kept(`.${calendar}-title-date`),
        'month after': kept(`.${calendar}-forward`),
        'choose time': kept(`.${calendar}-title-time`),
        'first day': ['.rs-picker-toolbar-option', '.rs-btn >> First day'],
        ok: ['.rs-picker-toolbar-right-btn-ok', '.rs-btn >> OK'],
        ...Object.fromEntries(
          ['09', '17', '30'].map((day): [string, Marked] => [
            `day ${day}`,
            [`[title="2026-03-${day}"]`, `[title="${day} Mar 2026"]`],
          ]),
        ),
      },
    },
  },
]
