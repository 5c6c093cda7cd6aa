import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

const stay = (
  menu: string,
  toggle: string,
) => `<nav><div class="nav-wrapper"><a href="#!" ${menu}><i class="material-icons">menu</i></a><ul class="right"><li><a href="/stays">Stays</a></li><li><a href="/bill">Bill</a></li></ul></div></nav>
<ul id="side" class="${toggle}"><li><a href="/help">Help</a></li></ul>
<ul class="tabs"><li class="tab"><a href="#stay" class="active">Stay</a></li><li class="tab"><a href="#guests">Guests</a></li></ul>
<div id="stay"><div class="input-field"><input id="day" type="text" class="datepicker"><label for="day">Day</label></div>
<div class="input-field"><input id="time" type="text" class="timepicker"><label for="time">Time</label></div>
<div class="input-field"><select><option value="1">Hall</option><option value="2">Field</option></select><label>Place</label></div>
<div class="chips"></div>
<ul class="collapsible"><li><div class="collapsible-header">Breakfast</div><div class="collapsible-body">At eight</div></li><li><div class="collapsible-header">Parking</div><div class="collapsible-body">None</div></li></ul>
<a class="btn" href="#!">Book</a></div><div id="guests">Two</div>`

const stayBefore = (show: string) =>
  writePage(
    {
      styles: ['material-icons/iconfont/material-icons.css', 'materialize-css/dist/css/materialize.css'],
      scripts: ['jquery/dist/jquery.js', 'materialize-css/dist/js/materialize.js'],
    },
    stay('class="button-collapse show-on-large" data-activates="side"', 'side-nav'),
    `$('.button-collapse').sideNav(); $('select').material_select(); $('.chips').material_chip({ data: [{ tag: 'late' }, { tag: 'dear' }] }); $('.datepicker').pickadate({ selectMonths: true, selectYears: 5, onStart() { this.set('select', [2026, 2, 10]) } }); $('.timepicker').pickatime({ default: '10:30' }); ${show}`,
  )

const stayAfter = writePage(
  {
    styles: [
      'material-icons/iconfont/material-icons.css',
      '@materializecss/materialize/dist/css/materialize.css',
    ],
    scripts: ['@materializecss/materialize/dist/js/materialize.js'],
  },
  stay('class="sidenav-trigger show-on-large" data-target="side"', 'sidenav'),
  `M.Sidenav.init(document.querySelectorAll('.sidenav')); M.Tabs.init(document.querySelector('.tabs')); M.Collapsible.init(document.querySelector('.collapsible')); M.FormSelect.init(document.querySelectorAll('select')); M.Chips.init(document.querySelector('.chips'), { data: [{ id: 'late' }, { id: 'dear' }], allowUserInput: true }); M.Datepicker.init(document.querySelector('.datepicker'), { defaultDate: new Date(2026, 2, 10), setDefaultDate: true }); M.Timepicker.init(document.querySelector('.timepicker'), { defaultTime: '10:30' })`,
)

const SEEDS = `['Basil', 'Bean', 'Beet', 'Carrot', 'Chard'].map((name, index) => ({ name, left: index * 7 % 13 }))`

const orders = (library: string, names: string, show: string) =>
  writePage(
    {
      scripts: ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js', library],
    },
    '<div id="page"></div>',
    `${names}
const h = React.createElement
const path = h('path', { d: 'M16.59 8.59L12 13.17 7.41 8.59 6 10l6 6 6-6z' })
const page = h('div', null,
  h(ui.Tabs, { value: 0, variant: 'scrollable', scrollButtons: scroll, style: { width: 250 } }, ['Open', 'Sent', 'Returned'].map((label) => h(ui.Tab, { label, key: label }))),
  h(ui.TextField, { label: 'Number or seed', defaultValue: 'bean' }),
  h(ui.FormControl, { style: { width: 150 } }, h(ui.InputLabel, null, 'Kind'), h(ui.Select, { value: 'herbs' }, h(ui.MenuItem, { value: 'herbs' }, 'Herbs'))),
  h(ui.TextField, { select: true, label: 'Place', value: 'north' }, h(ui.MenuItem, { value: 'north' }, 'North')),
  h('p', null, h(ui.Chip, { label: 'from March', onDelete() {} }), h(ui.Chip, { label: 'unpaid', onClick() {} })),
  h(ui.FormControlLabel, { control: h(ui.Switch), label: 'Paid' }), h(ui.FormControlLabel, { control: h(ui.Checkbox), label: 'Insured' }),
  h(ui.Table, null, h(ui.TableHead, null, h(ui.TableRow, null, h(ui.TableCell, null, h(ui.Checkbox)), h(ui.TableCell, null, h(ui.TableSortLabel, { active: true }, 'Seed')), h(ui.TableCell, null, h(ui.TableSortLabel, null, 'Left')))),
    h(ui.TableBody, null, ${SEEDS}.map(({ name, left }) => h(ui.TableRow, { key: name }, h(ui.TableCell, null, h(ui.Checkbox)), h(ui.TableCell, null, name), h(ui.TableCell, null, left)))),
    h(ui.TableFooter, null, h(ui.TableRow, null, h(ui.TablePagination, { count: 25, page: 1, rowsPerPage: 5, rowsPerPageOptions: [5, 10], colSpan: 3, ...turn })))),
  ['Customs', 'Insurance'].map((name) => h(Panel, { key: name }, h(Summary, { expandIcon: h(ui.SvgIcon, null, path) }, name), h(Details, null, 'None'))),
  h(ui.Stepper, { nonLinear: true, activeStep: 1 }, ['Choose', 'Pack', 'Send'].map((name) => h(ui.Step, { key: name }, h(ui.StepButton, null, name)))),
  h(ui.BottomNavigation, { value: 0, showLabels: true }, h(ui.BottomNavigationAction, { label: 'Orders' }), h(ui.BottomNavigationAction, { label: 'Stock' })),
)
${show}`,
  )

export const material: Template[] = [
  {
    name: 'materialize-css',
    renamedTo: '@materializecss/materialize',
    versions: ['0.100.2', '2.3.3'],
    isHeldOut: false,
    pages: [
      ['stay.html', 'stay.html'],
      ['day.html', 'stay.html'],
      ['time.html', 'stay.html'],
    ],
    shown: {
      beside: [['jquery@2.2.4', 'material-icons@1.13.14'], ['material-icons@1.13.14']],
      pages: [
        {
          'stay.html': stayBefore(''),
          'day.html': stayBefore(`$('.datepicker').pickadate('picker').open(false)`),
          'time.html': stayBefore(`$('.timepicker').click()`),
        },
        { 'stay.html': stayAfter },
      ],
      classes: '(?!)',
      attributes: [
        'data-pick',
        'data-clear',
        'data-close',
        'data-nav',
        'data-year',
        'data-month',
        'data-day',
      ],
    },
    marked: {
      'stay.html': {
        menu: ['.button-collapse', '.sidenav-trigger'],
        ...both(['Stays', 'Bill'], (link) => `nav a >> ${link}`),
        ...both(['Stay', 'Guests'], (tab) => `.tab a >> ${tab}`),
        day: kept('#day'),
        time: kept('#time'),
        place: ['.select-dropdown', '#stay > .input-field > .select-wrapper input'],
        'not late': kept('.chip .close'),
        'not dear': kept('.chip + .chip .close'),
        'one more': kept('.chips input'),
        ...both(['Breakfast', 'Parking'], (what) => `.collapsible-header >> ${what}`),
        book: kept('a.btn'),
      },
      'day.html': {
        'month before': ['.picker__nav--prev', '.month-prev'],
        'month after': ['.picker__nav--next', '.month-next'],
        month: ['.picker__select--month', '.select-month input'],
        year: ['.picker__select--year', '.select-year input'],
        ...Object.fromEntries(
          ['3', '12', '27'].map((day): [string, Marked] => [
            `day ${day}`,
            [`[aria-label="${day} March, 2026"]`, `button[data-day="${day}"]`],
          ]),
        ),
        ...gone({ today: '.picker__today', clear: '.picker__clear', ok: '.picker__close' }),
      },
      'time.html': {
        hour: ['.clockpicker-span-hours', '.timepicker-input-hours'],
        minute: ['.clockpicker-span-minutes', '.timepicker-input-minutes'],
        am: ['#click-am', '.am-btn'],
        pm: ['#click-pm', '.pm-btn'],
        ...Object.fromEntries(
          ['3', '8'].map((hour): [string, Marked] => [
            `hour ${hour}`,
            [
              `.clockpicker-hours .clockpicker-tick >> ${hour}`,
              `.timepicker-hours .timepicker-tick >> ${hour}`,
            ],
          ]),
        ),
        ...gone({
          'clear time': '.clockpicker button >> Clear',
          'cancel time': '.clockpicker button >> Cancel',
          'ok time': '.clockpicker button >> Ok',
        }),
      },
    },
  },
  {
    name: '@material-ui/core',
    renamedTo: '@mui/material',
    versions: ['3.9.4', '5.16.14'],
    isHeldOut: false,
    pages: [['orders.html', 'orders.html']],
    shown: {
      beside: [
        ['react@16.14.0', 'react-dom@16.14.0'],
        ['react@18.3.1', 'react-dom@18.3.1'],
      ],
      pages: [
        {
          'orders.html': orders(
            '@material-ui/core/umd/material-ui.production.min.js',
            `const ui = window['material-ui']; const [Panel, Summary, Details] = [ui.ExpansionPanel, ui.ExpansionPanelSummary, ui.ExpansionPanelDetails]; const scroll = 'on'; const turn = { onChangePage() {}, onChangeRowsPerPage() {} }`,
            `ReactDOM.render(page, document.querySelector('#page'))`,
          ),
        },
        {
          'orders.html': orders(
            '@mui/material/umd/material-ui.production.min.js',
            `const ui = window.MaterialUI; const [Panel, Summary, Details] = [ui.Accordion, ui.AccordionSummary, ui.AccordionDetails]; const scroll = true; const turn = { onPageChange() {}, onRowsPerPageChange() {} }`,
            `ReactDOM.createRoot(document.querySelector('#page')).render(page)`,
          ),
        },
      ],
      classes: '(?!)',
    },
    marked: {
      'orders.html': {
        ...both(['Open', 'Sent', 'Returned'], (tab) => `[role=tab] >> ${tab}`),
        'further tabs': ['#page button:not([role]):nth-child(n + 3)', '.MuiTabs-scrollButtons:last-child'],
        words: kept('[value=bean]'),
        ...Object.fromEntries(
          ['Herbs', 'North'].map((chosen): [string, Marked] => [
            chosen,
            [`[aria-haspopup] >> ${chosen}`, `[role=combobox] >> ${chosen}`],
          ]),
        ),
        ...both(['from March', 'unpaid'], (chip) => `[role=button] >> ${chip}`),
        'from any month': ['p [role=button] svg', '.MuiChip-deleteIcon'],
        paid: ['p + label input', '.MuiSwitch-input'],
        insured: ['p + label + label input', 'label + label input'],
        all: kept('thead input'),
        ...both(['Seed', 'Left'], (column) => `th [role=button] >> ${column}`),
        ...both(['1', '2'], (row) => `tbody tr:nth-child(${row}) input`),
        size: ['tfoot [aria-haspopup]', 'tfoot [role=combobox]'],
        previous: kept('tfoot button'),
        next: kept('tfoot button + button'),
        ...Object.fromEntries(
          ['Customs', 'Insurance'].map((part): [string, Marked] => [
            part,
            [`[aria-expanded] >> ${part}`, `[aria-expanded] >> ${part}`],
          ]),
        ),
        ...both(['1Choose', '2Pack', '3Send', 'Orders', 'Stock'], (what) => `button >> ${what}`),
      },
    },
  },
]
