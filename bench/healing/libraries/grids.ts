import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const ORDERS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint', 'Onion', 'Pea', 'Rye', 'Sage'].map((seed, index) => ({ recid: index + 1, number: 'A' + (210 + index), seed, left: index * 7 % 13 }))`

const options = (rows: string, filter: string) => `{
  rowData: ${ORDERS}, pagination: true, paginationPageSize: 5, ${rows},
  columnDefs: [
    { headerName: 'Number', field: 'number', width: 250, checkboxSelection: true, headerCheckboxSelection: true },
    { headerName: 'Seed', field: 'seed', width: 300, filterParams: { ${filter} } },
    { headerName: 'Left', field: 'left', width: 250, filter: 'agNumberColumnFilter' },
  ] }`

const agGrid = (name: string, theme: string, script: string) =>
  writePage(
    { styles: theme ? [theme] : [], scripts: [`${name}/dist/${name}.js`] },
    '<h1>Orders</h1><button>New order</button><div id="orders" class="ag-theme-balham" style="width: 900px; height: 400px"></div>',
    script,
  )

const w2grid = `name: 'orders', header: 'Orders', multiSelect: true, multiSearch: true, show: { header: true, toolbar: true, footer: true, toolbarAdd: true, toolbarEdit: true, toolbarDelete: true, toolbarSave: true, selectColumn: true, expandColumn: true, lineNumbers: true }`

const w2form = `name: 'order', header: 'Order', url: '/orders', actions: { reset() {}, save() {} }`

const w2page = (version: string, script: string) =>
  writePage(
    { styles: [`w2ui/w2ui-${version}.css`], scripts: ['jquery/dist/jquery.js', `w2ui/w2ui-${version}.js`] },
    `<div id="tabs"></div><div id="orders" style="width: 900px; height: 350px"></div><div id="order" style="width: 700px; height: 300px"></div>`,
    script,
  )

export const grids: Template[] = [
  {
    name: 'ag-grid',
    renamedTo: 'ag-grid-community',
    versions: ['18.1.2', '33.3.2'],
    isHeldOut: false,
    pages: [['orders.html', 'orders.html']],
    shown: {
      pages: [
        {
          'orders.html': agGrid(
            'ag-grid',
            'ag-grid/dist/styles/ag-theme-balham.css',
            `new agGrid.Grid(document.querySelector('#orders'), ${options(`rowSelection: 'multiple', enableSorting: true, enableFilter: true, floatingFilter: true, enableColResize: true`, `clearButton: true, applyButton: true`)}); document.querySelectorAll('.ag-header-cell-menu-button')[1].click()`,
          ),
        },
        {
          'orders.html': agGrid(
            'ag-grid-community',
            '',
            `agGrid.createGrid(document.querySelector('#orders'), ${options(`rowSelection: 'multiple', defaultColDef: { filter: true, floatingFilter: true, suppressHeaderFilterButton: false }, paginationPageSizeSelector: [5, 10]`, `buttons: ['clear', 'apply']`)}).showColumnFilter('seed')`,
          ),
        },
      ],
      classes: '(?!)',
      attributes: ['ref', 'data-ref', 'col-id'],
    },
    marked: {
      'orders.html': {
        'new order': kept('main > button'),
        ...Object.fromEntries(
          ['number', 'seed', 'left'].map((column): [string, Marked] => [
            `column ${column}`,
            [`[col-id=${column}] .ag-header-cell-text`, `.ag-header-cell[col-id=${column}]`],
          ]),
        ),
        ...Object.fromEntries(
          [1, 2, 3].flatMap((nth): [string, Marked][] => [
            [
              `words of ${nth}`,
              [
                `.ag-header-cell:nth-child(${nth}) input.ag-floating-filter-input`,
                `.ag-header-row-column-filter .ag-header-cell:nth-child(${nth}) input`,
              ],
            ],
            [
              `filter of ${nth}`,
              [
                `.ag-header-cell:nth-child(${nth}) [ref=eButtonShowMainFilter]`,
                `.ag-header-cell:nth-child(${nth}) [data-ref=eButtonShowMainFilter]`,
              ],
            ],
          ]),
        ),
        ...Object.fromEntries(
          ['btFirst', 'btPrevious', 'btNext', 'btLast'].map((what): [string, Marked] => [
            what,
            [`[ref=${what}]`, `[data-ref=${what}]`],
          ]),
        ),
        operator: ['#filterType', '[aria-label="Filtering operator"]'],
        value: ['#filterText', '[aria-label="Filter Value"]'],
        clear: ['#clearButton', 'button >> Clear'],
        apply: ['#applyButton', 'button >> Apply'],
        ...both(['A211', 'Carrot'], (cell) => `.ag-cell >> ${cell}`),
      },
    },
  },
  {
    name: 'w2ui',
    versions: ['1.4.3', '2.0.0'],
    isHeldOut: false,
    pages: [['orders.html', 'orders.html']],
    shown: {
      beside: [['jquery@2.2.4'], ['jquery@3.7.1']],
      pages: [
        {
          'orders.html': w2page(
            '1.4.3',
            `$('#tabs').w2tabs({ name: 'tabs', active: 'open', tabs: [{ id: 'open', caption: 'Open' }, { id: 'sent', caption: 'Sent', closable: true }] })
$('#orders').w2grid({ ${w2grid}, columns: [{ field: 'number', caption: 'Number', size: '30%', sortable: true }, { field: 'seed', caption: 'Seed', size: '40%', sortable: true }, { field: 'left', caption: 'Left', size: '30%' }], searches: [{ field: 'seed', caption: 'Seed', type: 'text' }, { field: 'left', caption: 'Left', type: 'int' }], records: ${ORDERS}.slice(0, 4) })
$('#order').w2form({ ${w2form}, fields: [{ name: 'number', type: 'text', html: { caption: 'Number' } }, { name: 'day', type: 'date', html: { caption: 'Day' } }, { name: 'kind', type: 'list', options: { items: ['Herbs', 'Roots'] }, html: { caption: 'Kind' } }, { name: 'paid', type: 'checkbox', html: { caption: 'Paid' } }, { name: 'papers', type: 'file', html: { caption: 'Papers' } }] })`,
          ),
        },
        {
          'orders.html': w2page(
            '2.0',
            `new w2tabs({ name: 'tabs', box: '#tabs', active: 'open', tabs: [{ id: 'open', text: 'Open' }, { id: 'sent', text: 'Sent', closable: true }] })
new w2grid({ ${w2grid}, box: '#orders', columns: [{ field: 'number', text: 'Number', size: '30%', sortable: true }, { field: 'seed', text: 'Seed', size: '40%', sortable: true }, { field: 'left', text: 'Left', size: '30%' }], searches: [{ field: 'seed', label: 'Seed', type: 'text' }, { field: 'left', label: 'Left', type: 'int' }], records: ${ORDERS}.slice(0, 4) })
new w2form({ ${w2form}, box: '#order', fields: [{ field: 'number', type: 'text', html: { label: 'Number' } }, { field: 'day', type: 'date', html: { label: 'Day' } }, { field: 'kind', type: 'list', options: { items: ['Herbs', 'Roots'] }, html: { label: 'Kind' } }, { field: 'paid', type: 'checkbox', html: { label: 'Paid' } }, { field: 'papers', type: 'file', html: { label: 'Papers' } }] })`,
          ),
        },
      ],
      classes: '(?!)',
      attributes: ['onclick', 'onmousedown', 'onmouseup', 'data-click', 'data-mousedown', 'data-mouseup'],
    },
    marked: {
      'orders.html': {
        ...both(['Open', 'Sent'], (tab) => `#tabs .w2ui-tab >> ${tab}`),
        search: kept('#grid_orders_search_all'),
        'search by fields': ['.w2ui-tb-caption >> Search...', '[data-click=searchOpen]'],
        add: ['.w2ui-tb-caption >> Add New', '.w2ui-tb-text >> Add New'],
        edit: ['.w2ui-tb-caption >> Edit', '.w2ui-tb-text >> Edit'],
        remove: ['.w2ui-tb-caption >> Delete', '.w2ui-tb-text >> Delete'],
        'save changes': ['.w2ui-tb-caption >> Save', '.w2ui-tb-text >> Save'],
        all: kept('#grid_orders_check_all'),
        ...both(['Seed', 'Left'], (column) => `.w2ui-col-header >> ${column}`),
        ...Object.fromEntries(
          [0, 1, 2].flatMap((row): [string, Marked][] => [
            [`choose ${row}`, kept(`#grid_orders_cell_${row}_select input`)],
            [`more of ${row}`, kept(`#grid_orders_cell_${row}_expand div`)],
          ]),
        ),
        ...both(['number', 'day', 'paid', 'papers'], (field) => `#order [name=${field}]`),
        kind: ['[name=kind]', '#kind_search'],
        ...both(['reset', 'save'], (button) => `[name=${button}]`),
      },
    },
  },
]
