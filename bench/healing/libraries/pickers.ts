import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { writePage } from '../write-page.ts'

/** The form around a picker, which stays open. */
const stay = (field: string) => `<h1>A stay in the garden</h1>
<p><label>Guests <select><option>1</option><option>2</option></select></label> <label>Name <input></label></p>
${field}
<p style="margin-top: 480px"><label><input type="checkbox"> With breakfast</label> <button>Book</button> <a href="/stays">Other stays</a></p>`

const range = (icons?: string) =>
  writePage(
    {
      styles: [
        'bootstrap/dist/css/bootstrap.css',
        'bootstrap-daterangepicker/daterangepicker.css',
        ...(icons ? [icons] : []),
      ],
      scripts: [
        'jquery/dist/jquery.js',
        'moment/min/moment.min.js',
        'bootstrap-daterangepicker/daterangepicker.js',
      ],
    },
    stay('<p><label>Nights <input id="nights" style="margin-left: 600px"></label></p>'),
    `$('#nights').daterangepicker({ startDate: moment('2026-03-10'), endDate: moment('2026-03-14'), timePicker: true, showDropdowns: true, showWeekNumbers: true, ranges: { 'One night': [moment('2026-03-10'), moment('2026-03-11')], 'A weekend': [moment('2026-03-13'), moment('2026-03-15')], 'A week': [moment('2026-03-13'), moment('2026-03-20')] } }); $('#nights').data('daterangepicker').show()`,
  )

export const pickers: Template[] = [
  {
    name: 'bootstrap-daterangepicker',
    versions: ['2.1.13', '3.1.0'],
    isHeldOut: false,
    pages: [['stay.html', 'stay.html']],
    shown: {
      beside: [
        ['bootstrap@3.4.1', 'jquery@2.2.4', 'moment@2.30.1', 'font-awesome@4.7.0'],
        ['bootstrap@5.3.9', 'jquery@3.7.1', 'moment@2.30.1'],
      ],
      pages: [{ 'stay.html': range('font-awesome/css/font-awesome.css') }, { 'stay.html': range() }],
      classes: 'applyBtn|cancelBtn|.*select|prev|next',
      attributes: ['data-title', 'data-range-key'],
    },
    marked: {
      'stay.html': {
        nights: kept('#nights'),
        ...both(['One night', 'A weekend', 'A week', 'Custom Range'], (what) => `.ranges li >> ${what}`),
        ...both(['applyBtn', 'cancelBtn'], (what) => `.${what}`),
        ...gone({
          start: '[name=daterangepicker_start]',
          end: '[name=daterangepicker_end]',
        }),
        ...Object.fromEntries(
          ['left', 'right'].flatMap((side) =>
            ['hour', 'minute', 'ampm', 'month', 'year'].map((what): [string, Marked] => [
              `${what} on the ${side}`,
              [`.calendar.${side} .${what}select`, `.drp-calendar.${side} .${what}select`],
            ]),
          ),
        ),
        'month before': kept('th.prev'),
        'month after': kept('th.next'),
        ...Object.fromEntries(
          ['r1c3', 'r3c5'].map((day): [string, Marked] => [
            `day ${day}`,
            [`.calendar.left [data-title=${day}]`, `.drp-calendar.left [data-title=${day}]`],
          ]),
        ),
        breakfast: kept('[type=checkbox]'),
        book: kept('button >> Book'),
        'other stays': kept('a >> Other stays'),
      },
    },
  },
  {
    name: 'pc-bootstrap4-datetimepicker',
    renamedTo: '@eonasdan/tempus-dominus',
    versions: ['4.17.51', '6.10.4'],
    isHeldOut: false,
    pages: [['arrival.html', 'arrival.html']],
    shown: {
      beside: [
        ['bootstrap@4.6.2', 'jquery@3.7.1', 'moment@2.30.1', 'font-awesome@4.7.0'],
        ['@popperjs/core@2.11.8', '@fortawesome/fontawesome-free@6.7.2'],
      ],
      pages: [
        {
          'arrival.html': writePage(
            {
              styles: [
                'bootstrap/dist/css/bootstrap.css',
                'font-awesome/css/font-awesome.css',
                'pc-bootstrap4-datetimepicker/build/css/bootstrap-datetimepicker.css',
              ],
              scripts: [
                'jquery/dist/jquery.js',
                'moment/min/moment.min.js',
                'pc-bootstrap4-datetimepicker/build/js/bootstrap-datetimepicker.min.js',
              ],
            },
            stay('<div style="position: relative"><input id="arrival"></div>'),
            `$('#arrival').datetimepicker({ defaultDate: '2026-03-10T10:30', sideBySide: true, calendarWeeks: true, icons: { time: 'fa fa-clock-o', date: 'fa fa-calendar', up: 'fa fa-arrow-up', down: 'fa fa-arrow-down', previous: 'fa fa-chevron-left', next: 'fa fa-chevron-right' } }); $('#arrival').data('DateTimePicker').show()`,
          ),
        },
        {
          'arrival.html': writePage(
            {
              styles: [
                '@fortawesome/fontawesome-free/css/all.css',
                '@eonasdan/tempus-dominus/dist/css/tempus-dominus.css',
              ],
              scripts: [
                '@popperjs/core/dist/umd/popper.js',
                '@eonasdan/tempus-dominus/dist/js/tempus-dominus.js',
              ],
            },
            stay('<div style="position: relative"><input id="arrival"></div>'),
            `new tempusDominus.TempusDominus(document.querySelector('#arrival'), { defaultDate: new Date(2026, 2, 10, 10, 30), display: { sideBySide: true, calendarWeeks: true, buttons: { today: true, clear: true, close: true } } }).show()`,
          ),
        },
      ],
      classes: '(?!)',
      attributes: ['data-action', 'data-time-component', 'data-value', 'data-day'],
    },
    marked: {
      'arrival.html': {
        arrival: kept('#arrival'),
        ...Object.fromEntries(
          ['previous', 'next'].map((what): [string, Marked] => [
            what,
            [`th[data-action=${what}]`, `[data-action=${what}]`],
          ]),
        ),
        month: ['.datepicker-days .picker-switch', '.picker-switch'],
        ...both(
          [
            'incrementHours',
            'decrementHours',
            'incrementMinutes',
            'decrementMinutes',
            'showHours',
            'showMinutes',
          ],
          (what) => `[data-action=${what}]`,
        ),
        half: ['[data-action=togglePeriod]', '[data-action=toggleMeridiem]'],
        ...Object.fromEntries(
          ['09', '17', '30'].map((day): [string, Marked] => [
            `day ${day}`,
            [`[data-day="03/${day}/2026"]`, `[aria-label="March ${day}, 2026"]`],
          ]),
        ),
        breakfast: kept('[type=checkbox]'),
        book: kept('button >> Book'),
      },
    },
  },
]
