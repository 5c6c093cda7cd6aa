import type { Marked, Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const before = (page: string) =>
  writePage(
    {
      styles: [
        'normalize.css/normalize.css',
        '@blueprintjs/core/dist/blueprint.css',
        '@blueprintjs/datetime/dist/blueprint-datetime.css',
      ],
      scripts: [
        'dom4/build/dom4.max.js',
        'react/dist/react-with-addons.js',
        'react-dom/dist/react-dom.js',
        'globals.js',
        'classnames/index.js',
        'tether/dist/js/tether.js',
        'moment/min/moment.min.js',
        'react-day-picker/lib/daypicker.js',
        '@blueprintjs/core/dist/core.bundle.js',
        '@blueprintjs/datetime/dist/datetime.bundle.js',
      ],
    },
    '<div id="page"></div>',
    `const h = React.createElement, { Core, Datetime } = Blueprint, { Tabs2: Tabs, Tab2: Tab } = Core, search = { leftIconName: 'search' }; ${page}; ReactDOM.render(page, document.querySelector('#page'))`,
  )

const after = (page: string) =>
  writePage(
    {
      styles: [
        'normalize.css/normalize.css',
        '@blueprintjs/icons/lib/css/blueprint-icons.css',
        '@blueprintjs/core/lib/css/blueprint.css',
        '@blueprintjs/datetime/lib/css/blueprint-datetime.css',
      ],
      scripts: [
        'react/umd/react.production.min.js',
        'react-dom/umd/react-dom.production.min.js',
        'globals.js',
        'classnames/index.js',
        'tslib/tslib.js',
        'popper.js/dist/umd/popper.js',
        'react-popper/dist/index.umd.js',
        'react-transition-group/dist/react-transition-group.js',
        'react-day-picker/lib/react-day-picker.min.js',
        '@blueprintjs/icons/dist/icons.bundle.js',
        '@blueprintjs/core/dist/core.bundle.js',
        '@blueprintjs/datetime/dist/datetime.bundle.js',
      ],
    },
    '<div id="page"></div>',
    `const h = React.createElement, { Core, Datetime } = Blueprint, { Tabs, Tab } = Core, search = { leftIcon: 'search' }; ${page}; ReactDOM.render(page, document.querySelector('#page'))`,
  )

const orders = (kinds: string, papers: string) => `
const page = h('div', null, h('h1', null, 'Orders'),
  h(Tabs, { id: 'orders', defaultSelectedTabId: 'open', selectedTabId: 'open' }, h(Tab, { id: 'open', title: 'Open' }), h(Tab, { id: 'sent', title: 'Sent' })),
  h(Core.InputGroup, { ...search, placeholder: 'Number or seed' }),
  h(Core.NumericInput, { value: 3 }), ${kinds}, ${papers},
  h('p', null, h(Core.Tag, { onRemove() {} }, 'from March'), ' ', h(Core.Tag, { onRemove() {} }, 'unpaid')),
  h(Core.Checkbox, { label: 'Insured' }), h(Core.Switch, { label: 'A gift' }),
  h(Core.RadioGroup, { label: 'Sent', selectedValue: 'post', onChange() {} }, h(Core.Radio, { label: 'By post', value: 'post' }), h(Core.Radio, { label: 'By hand', value: 'hand' })),
  h('div', { style: { width: 400, margin: 20 } }, h(Core.Slider, { max: 10, value: 4 }), h(Core.RangeSlider, { max: 10, value: [2, 8] })),
  h(Core.EditableText, { placeholder: 'Note' }),
  h(Core.Tree, { contents: [{ id: 1, label: 'Hall 1', hasCaret: true, childNodes: [] }, { id: 2, label: 'Hall 2', hasCaret: true, childNodes: [] }] }),
  h(Core.Button, null, 'Save'),
)`

const delivery = `
const day = new Date('2026-03-10T10:30')
const page = h('div', null, h('h1', null, 'Delivery'), h(Core.Button, null, 'Book'),
  h(Datetime.DateRangePicker, { defaultValue: [day, new Date('2026-03-20')], minDate: new Date('2020-01-01'), maxDate: new Date('2027-12-31') }),
  h('p', null, 'Remind me'), h(Datetime.DatePicker, { defaultValue: day, showActionsBar: true, minDate: new Date('2020-01-01'), maxDate: new Date('2027-12-31') }),
  h(Datetime.TimePicker, { defaultValue: day, showArrowButtons: true, useAmPm: true }),
)`

/** What has the same class in the code of both, after the prefix that each version has. */
const named = (name: string, inside = ''): Marked => [
  `.pt-${name.replace('#', 'pt-')}${inside}`,
  `.bp3-${name.replace('#', 'bp3-')}${inside}`,
]

const alone = (side: 'pt' | 'bp3') => `.${side}-datepicker:not(.${side}-daterangepicker)`
const inOne = (inside: string, later = inside): Marked => [
  `${alone('pt')} ${inside}`,
  `${alone('bp3')} ${later}`,
]

/** The later version has drawn icons instead of those of a font, and a picker of its own for each month. */
export const planners: Template[] = [
  {
    name: '@blueprintjs/core',
    versions: ['1.40.0', '3.54.0'],
    isHeldOut: true,
    pages: ['orders', 'delivery'].map((page) => [`${page}.html`, `${page}.html`]),
    shown: {
      beside: [
        ['react@15.7.0', 'react-dom@15.7.0', '@blueprintjs/datetime@1.25.4'],
        ['react@16.14.0', 'react-dom@16.14.0', '@blueprintjs/datetime@3.24.1'],
      ],
      pages: [
        {
          'globals.js': `window['React.addons.CSSTransitionGroup'] = React.addons.CSSTransitionGroup`,
          'orders.html': before(
            orders(
              `h('div', { className: 'pt-select' }, h('select', null, h('option', null, 'Herbs'), h('option', null, 'Roots')))`,
              `h(Core.FileUpload, { text: 'Papers' })`,
            ),
          ),
          'delivery.html': before(delivery),
        },
        {
          'globals.js': `window.process = { env: {} }`,
          'orders.html': after(
            orders(
              `h(Core.HTMLSelect, { options: ['Herbs', 'Roots'] })`,
              `h(Core.FileInput, { text: 'Papers' })`,
            ),
          ),
          'delivery.html': after(delivery),
        },
      ],
      classes:
        'DayPicker-NavButton--.*|(?:pt|bp3)-(?:tag-remove|tree-node-caret.*|datepicker-(?:month|year)-select|timepicker-(?:hour|minute))',
      attributes: ['data-tab-id'],
    },
    marked: {
      'orders.html': {
        ...both(['Open', 'Sent'], (tab) => `[role=tab] >> ${tab}`),
        words: kept('[placeholder="Number or seed"]'),
        amount: kept('input[autocomplete=off]'),
        more: ['.pt-icon-chevron-up', '[aria-label=increment]'],
        less: ['.pt-icon-chevron-down', '[aria-label=decrement]'],
        kind: kept('select'),
        papers: kept('[type=file]'),
        'from any month': named('tag-remove'),
        'paid too': ['.pt-tag + .pt-tag .pt-tag-remove', '.bp3-tag + .bp3-tag .bp3-tag-remove'],
        insured: named('checkbox', ' input'),
        gift: named('switch', ' input'),
        'by post': kept('[value=post]'),
        'by hand': kept('[value=hand]'),
        share: named('slider-handle'),
        'from share': [
          '.pt-slider + .pt-slider .pt-slider-handle',
          '.bp3-slider + .bp3-slider .bp3-slider-handle',
        ],
        note: named('editable-text'),
        'open hall 1': named('tree-node-caret'),
        'open hall 2': [
          '.pt-tree-node + .pt-tree-node .pt-tree-node-caret',
          '.bp3-tree-node + .bp3-tree-node .bp3-tree-node-caret',
        ],
        'hall 1': kept('.pt-tree-node-label, .bp3-tree-node-label'),
        save: kept('button >> Save'),
      },
      'delivery.html': {
        book: kept('button >> Book'),
        ...both(['Past week', 'Past 3 months', 'Past year'], (days) => `a >> ${days}`),
        'month before': named('daterangepicker .DayPicker-NavButton--prev'),
        'month after': named('daterangepicker .DayPicker-NavButton--next'),
        'first month': ['.pt-datepicker-month-select', '.bp3-datepicker-month-select select'],
        'first year': ['.pt-datepicker-year-select', '.bp3-datepicker-year-select select'],
        'last month': [
          '.DayPicker-Month + .DayPicker-Month .pt-datepicker-month-select',
          '.DayPicker + .DayPicker .bp3-datepicker-month-select select',
        ],
        'last year': [
          '.DayPicker-Month + .DayPicker-Month .pt-datepicker-year-select',
          '.DayPicker + .DayPicker .bp3-datepicker-year-select select',
        ],
        'month before the reminder': inOne('.DayPicker-NavButton--prev'),
        'month after the reminder': inOne('.DayPicker-NavButton--next'),
        'month of the reminder': inOne('.pt-datepicker-month-select', '.bp3-datepicker-month-select select'),
        'year of the reminder': inOne('.pt-datepicker-year-select', '.bp3-datepicker-year-select select'),
        ...both(['Today', 'Clear'], (what) => `button >> ${what}`),
        hour: named('timepicker-input'),
        minute: named('timepicker-input.#timepicker-minute'),
        'day 17': named('daterangepicker [aria-label="Tue Mar 17 2026"]'),
        'day 3': inOne('[aria-label="Tue Mar 03 2026"]'),
      },
    },
  },
]
