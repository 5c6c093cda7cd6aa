import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const REACT = ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js']

const ORDERS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard', 'Chive', 'Corn', 'Cress', 'Dill', 'Kale', 'Leek', 'Mint', 'Onion', 'Pea', 'Rye', 'Sage', 'Thyme'].map((name, index) => ({ key: index, number: 'A' + (210 + index), name, left: index * 7 % 13 }))`

const orders = `
const h = React.createElement
const columns = [
  { title: 'Number', dataIndex: 'number', sorter: (one, other) => one.number < other.number ? -1 : 1 },
  { title: 'Seed', dataIndex: 'name', filters: [{ text: 'Herbs', value: 'a' }, { text: 'Roots', value: 'e' }], onFilter: (value, row) => row.name.includes(value) },
  { title: 'Left', dataIndex: 'left' },
]
const page = h('div', null,
  h(antd.Alert, { message: 'Deliveries are late this week.', type: 'warning', closable: true }),
  h('h1', null, 'Orders'),
  h(antd.Tabs, { type: 'editable-card', defaultActiveKey: 'open' }, ['Open', 'Sent', 'Returned'].map((name) => h(antd.Tabs.TabPane, { tab: name, key: name.toLowerCase(), closable: name === 'Returned' }))),
  h('div', null, h(antd.Input.Search, { placeholder: 'Number or seed', style: { width: 200 } }), h(antd.DatePicker), h(antd.DatePicker.RangePicker), h(antd.TimePicker),
    h(antd.Select, { mode: 'multiple', defaultValue: ['herbs'], style: { width: 160 } }, h(antd.Select.Option, { value: 'herbs' }, 'Herbs'), h(antd.Select.Option, { value: 'roots' }, 'Roots')),
    h(antd.Select, { defaultValue: 'paid', style: { width: 120 } }, h(antd.Select.Option, { value: 'paid' }, 'Paid')),
    h(antd.Cascader, { options: [{ value: 'north', label: 'North' }] })),
  h('p', null, h(antd.Tag, { closable: true }, 'from March'), h(antd.Tag, { closable: true }, 'unpaid')),
  h(antd.Table, { dataSource: ${ORDERS}, columns, rowSelection: {}, expandedRowRender: (row) => row.name, size: 'small', pagination: { pageSize: 3, showSizeChanger: true, showQuickJumper: true } }),
)`

const packing = `
const h = React.createElement
const page = h('div', null,
  h('h1', null, 'Packing'),
  h(antd.Steps, { current: 1, onChange() {} }, ['Choose', 'Pack', 'Send'].map((title) => h(antd.Steps.Step, { title, key: title }))),
  h(antd.Transfer, { dataSource: ['Basil', 'Bean', 'Kale', 'Leek'].map((title) => ({ key: title, title })), targetKeys: ['Kale'], titles: ['Shelf', 'Parcel'], showSearch: true, render: (item) => item.title }),
  h('p', null, 'Weight ', h(antd.InputNumber, { defaultValue: 3 }), ' Quality ', h(antd.Rate, { count: 3 }), ' Insured ', h(antd.Switch), ' Code ', h(antd.Input.Password, { placeholder: 'Code of the shelf', style: { width: 200 } })),
  h(antd.Upload, { defaultFileList: [{ uid: '1', name: 'label.pdf', status: 'done', url: '/label.pdf' }] }, h(antd.Button, null, 'Add papers')),
  h(antd.Collapse, { accordion: true }, h(antd.Collapse.Panel, { header: 'Customs', key: 'customs' }, 'None'), h(antd.Collapse.Panel, { header: 'Insurance', key: 'insurance' }, 'None')),
  h(antd.Calendar, { fullscreen: false, defaultValue: DAY }),
)`

const delivery = `
const h = React.createElement
const page = h('div', null,
  antd.PageHeader ? h(antd.PageHeader, { title: 'Delivery', onBack() {} }) : h('h1', null, 'Delivery'),
  h(antd.DatePicker, { defaultValue: DAY, open: true, showTime: true }),
  h(antd.Button, { type: 'primary', style: { marginLeft: 500 } }, 'Book'),
)`

const antdBefore = (page: string) =>
  writePage(
    {
      styles: ['antd/dist/antd.css'],
      scripts: [...REACT, 'moment/min/moment.min.js', 'antd/dist/antd.js'],
    },
    '<div id="page"></div>',
    `${page.replace('DAY', "moment('2026-03-10')")}; ReactDOM.render(page, document.querySelector('#page'))`,
  )

const DAYJS =
  'dayjs.min,plugin/customParseFormat,plugin/weekday,plugin/localeData,plugin/weekOfYear,plugin/weekYear,plugin/advancedFormat,plugin/quarterOfYear'.split(
    ',',
  )

const antdAfter = (page: string) =>
  writePage(
    {
      styles: ['antd/dist/reset.css'],
      scripts: [...REACT, ...DAYJS.map((each) => `dayjs/${each}.js`), 'antd/dist/antd.js'],
    },
    '<div id="page"></div>',
    `${page.replace('DAY', "dayjs('2026-03-10')")}; ReactDOM.createRoot(document.querySelector('#page')).render(page)`,
  )

export const reactLibraries: Template[] = [
  {
    name: 'antd',
    versions: ['3.26.20', '5.29.3'],
    isHeldOut: false,
    pages: [
      ['orders.html', 'orders.html'],
      ['packing.html', 'packing.html'],
      ['delivery.html', 'delivery.html'],
    ],
    shown: {
      beside: [
        ['react@16.14.0', 'react-dom@16.14.0'],
        ['react@18.3.1', 'react-dom@18.3.1', 'dayjs@1.11.19'],
      ],
      pages: [
        {
          'orders.html': antdBefore(orders),
          'packing.html': antdBefore(packing),
          'delivery.html': antdBefore(delivery),
        },
        {
          'orders.html': antdAfter(orders),
          'packing.html': antdAfter(packing),
          'delivery.html': antdAfter(delivery),
        },
      ],
      classes: '(?!)',
    },
    marked: {
      'orders.html': {
        'close notice': ['button.ant-alert-close-icon', 'button.ant-alert-close-icon'],
        ...Object.fromEntries(
          ['Open', 'Sent', 'Returned'].map((name): [string, Marked] => [
            name.toLowerCase(),
            [`.ant-tabs-tab >> ${name}`, `.ant-tabs-tab-btn >> ${name}`],
          ]),
        ),
        'close returned': ['.ant-tabs-close-x', '.ant-tabs-tab-remove'],
        'add tab': ['.ant-tabs-new-tab', '.ant-tabs-nav-list .ant-tabs-nav-add'],
        words: kept('[placeholder="Number or seed"]'),
        look: ['.ant-input-search-icon', '.ant-input-search-button'],
        ...both(
          ['Select date', 'Start date', 'End date', 'Select time'],
          (what) => `[placeholder="${what}"]`,
        ),
        'not herbs': ['.ant-select-selection__choice__remove', '.ant-select-selection-item-remove'],
        kinds: ['.ant-select-selection--multiple', '.ant-select-multiple input'],
        paid: ['.ant-select-selection--single', '.ant-select-single input'],
        place: ['.ant-cascader-input', '.ant-cascader input'],
        'from any month': ['.ant-tag i', '.ant-tag-close-icon'],
        'paid too': ['.ant-tag + .ant-tag i', '.ant-tag + .ant-tag .ant-tag-close-icon'],
        all: kept('thead [type=checkbox]'),
        filter: ['.anticon-filter', '.ant-table-filter-trigger'],
        ...Object.fromEntries(
          [1, 2].flatMap((row): [string, Marked][] => [
            [
              `more of ${row}`,
              [
                `tbody tr:nth-child(${row}) .ant-table-row-expand-icon`,
                `tbody .ant-table-row:nth-of-type(${row}) .ant-table-row-expand-icon`,
              ],
            ],
            [`choose ${row}`, kept(`tbody .ant-table-row:nth-of-type(${row}) [type=checkbox]`)],
          ]),
        ),
        ...both(['1', '2', '5'], (page) => `.ant-pagination-item a >> ${page}`),
        previous: kept('.ant-pagination-prev .ant-pagination-item-link'),
        next: kept('.ant-pagination-next .ant-pagination-item-link'),
        size: ['.ant-pagination .ant-select-selection', '.ant-pagination .ant-select input'],
        jump: kept('.ant-pagination-options-quick-jumper input'),
      },
      'packing.html': {
        ...Object.fromEntries(
          ['choose', 'pack', 'send'].map((step, index) => [
            `step ${step}`,
            kept(`.ant-steps-item:nth-child(${index + 1}) [role=button]`),
          ]),
        ),
        ...both(['Basil', 'Bean', 'Leek', 'Kale'], (seed) => `[title=${seed}] [type=checkbox]`),
        ...Object.fromEntries(
          ['first', 'last'].flatMap((side): [string, Marked][] => [
            [
              `all of ${side}`,
              kept(`.ant-transfer-list:${side}-child .ant-transfer-list-header [type=checkbox]`),
            ],
            [`search in ${side}`, kept(`.ant-transfer-list:${side}-child [placeholder="Search here"]`)],
          ]),
        ),
        pack: kept('.ant-transfer-operation button:first-child'),
        unpack: kept('.ant-transfer-operation button:last-child'),
        weight: kept('[role=spinbutton]'),
        heavier: kept('.ant-input-number-handler-up'),
        lighter: kept('.ant-input-number-handler-down'),
        ...Object.fromEntries(
          [1, 2, 3].map((star) => [`star ${star}`, kept(`li:nth-child(${star}) > [role=radio]`)]),
        ),
        insured: kept('[role=switch]'),
        code: kept('[type=password]'),
        'show code': kept('.ant-input-password-icon'),
        'add papers': kept('.ant-upload button'),
        label: kept('.ant-upload-list-item-name'),
        'remove label': ['a[title="Remove file"]', 'button[title="Remove file"]'],
        ...both(['Customs', 'Insurance'], (part) => `.ant-collapse-header >> ${part}`),
        year: ['.ant-fullcalendar-year-select [role=combobox]', '.ant-picker-calendar-year-select input'],
        month: ['.ant-fullcalendar-month-select [role=combobox]', '.ant-picker-calendar-month-select input'],
        'by month': kept('.ant-radio-button-wrapper >> Month'),
        'by year': kept('.ant-radio-button-wrapper >> Year'),
        ...Object.fromEntries(
          [2, 18, 27].map((day) => [
            `day ${day}`,
            [`[title="March ${day}, 2026"]`, `[title="2026-03-${String(day).padStart(2, '0')}"]`],
          ]),
        ),
      },
      'delivery.html': {
        back: ['.ant-page-header-back-button', undefined],
        date: ['.ant-calendar-picker-input', '.ant-picker-input input'],
        'year before': ['.ant-calendar-prev-year-btn', '.ant-picker-header-super-prev-btn'],
        'month before': ['.ant-calendar-prev-month-btn', '.ant-picker-header-prev-btn'],
        'choose month': ['.ant-calendar-month-select', '.ant-picker-month-btn'],
        'choose year': ['.ant-calendar-year-select', '.ant-picker-year-btn'],
        'month after': ['.ant-calendar-next-month-btn', '.ant-picker-header-next-btn'],
        'year after': ['.ant-calendar-next-year-btn', '.ant-picker-header-super-next-btn'],
        'delivered on 12': ['[title="March 12, 2026"]', '[title="2026-03-12"]'],
        now: ['.ant-calendar-today-btn', '.ant-picker-now-btn'],
        'select time': ['.ant-calendar-time-picker-btn', undefined],
        ok: ['.ant-calendar-ok-btn', '.ant-picker-ok button'],
        book: kept('.ant-btn-primary >> Book'),
      },
    },
  },
]
