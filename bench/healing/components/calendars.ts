import type { Marked, Template } from '../template.ts'
import { both } from '../marks.ts'
import { writePage } from '../write-page.ts'

const events = `[{ title: 'Sowing', start: '2026-03-02' }, { title: 'Harvest', start: '2026-03-18' }]`

export const calendars: Template[] = [
  {
    name: 'fullcalendar',
    versions: ['3.10.5', '6.1.21'],
    isHeldOut: false,
    pages: [['calendar.html', 'calendar.html']],
    shown: {
      pages: [
        {
          'calendar.html': writePage(
            {
              styles: ['fullcalendar/dist/fullcalendar.css'],
              scripts: ['jquery/dist/jquery.js', 'moment/moment.js', 'fullcalendar/dist/fullcalendar.js'],
            },
            '<h1>Beds</h1><div id="calendar"></div>',
            `$('#calendar').fullCalendar({ defaultDate: '2026-03-10', navLinks: true, events: ${events}, header: { left: 'prevYear,prev,next,nextYear today', center: 'title', right: 'month,agendaWeek,agendaDay,listWeek' } })`,
          ),
        },
        {
          'calendar.html': writePage(
            { scripts: ['fullcalendar/index.global.js'] },
            '<h1>Beds</h1><div id="calendar"></div>',
            `new FullCalendar.Calendar(document.querySelector('#calendar'), { initialDate: '2026-03-10', navLinks: true, events: ${events}, headerToolbar: { left: 'title', center: '', right: 'dayGridMonth,timeGridWeek,timeGridDay prevYear,prev,today,next,nextYear' } }).render()`,
          ),
        },
      ],
      classes: 'fc-.*-button',
    },
    marked: {
      'calendar.html': {
        ...both(['prevYear', 'prev', 'next', 'nextYear', 'today'], (what) => `.fc-${what}-button`),
        month: ['.fc-month-button', '.fc-dayGridMonth-button'],
        week: ['.fc-agendaWeek-button', '.fc-timeGridWeek-button'],
        day: ['.fc-agendaDay-button', '.fc-timeGridDay-button'],
        list: ['.fc-listWeek-button', undefined],
        ...both(['Sowing', 'Harvest'], (what) => `a.fc-event >> ${what}`),
        ...Object.fromEntries(
          ['2026-03-09', '2026-03-20'].map((date): [string, Marked] => [
            date,
            [`.fc-day-number[data-goto*="${date}"]`, `td[data-date="${date}"] a.fc-daygrid-day-number`],
          ]),
        ),
      },
    },
  },
]
