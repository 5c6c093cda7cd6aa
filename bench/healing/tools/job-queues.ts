import type { Marked, Template } from '../template.ts'
import { gone } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const KINDS = ['dig beds', 'sow seeds', 'water beds']
const STATES = ['scheduled', 'queued', 'running', 'completed', 'failed', 'repeating']

const count = (displayName: string, name: string | null, factor: number) => ({
  _id: name,
  displayName,
  total: 12 * factor,
  ...Object.fromEntries(STATES.map((state, index) => [state, factor * (index + 1)])),
})

const writeJob = (name: string, index: number) => ({
  _id: `job-${index}`,
  job: {
    _id: `job-${index}`,
    name,
    data: { bed: index },
    lastRunAt: '2026-03-01T08:00:00Z',
    nextRunAt: '2026-03-09T08:00:00Z',
    lastFinishedAt: '2026-03-01T08:01:00Z',
    repeatInterval: index === 0 ? '1 week' : null,
    failReason: index === 2 ? 'No water' : undefined,
  },
  ...Object.fromEntries(STATES.map((state) => [state, false])),
  repeating: index === 0,
  failed: index === 2,
  completed: index === 1,
})

const ANSWER = JSON.stringify({
  overview: [count('All Jobs', null, 3), ...KINDS.map((kind) => count(kind, kind, 1))],
  jobs: KINDS.map(writeJob),
  totalPages: 1,
  title: 'Garden',
  currentRequest: { job: 'All Jobs', state: '' },
})

/** The package's own page, which then asks for its data. */
const writeOld = (act: string) =>
  `<!doctype html><html lang="en"><head><base href="/agendash/public/"></head><body><script>
const asked = new XMLHttpRequest()
asked.open('GET', 'index.html', false)
asked.send()
const [head, tail] = asked.responseText.split('<script src="js/main.js">')
document.write(head.replace('<head>', '<head><base href="/agendash/public/">')
  + '<script>$.ajaxSetup({ dataType: "json" })<\\/script><script src="js/main.js">' + tail)
</script>${whenDrawn('#job-list tr', act)}</body></html>`

const OWN =
  'confirms,confirmDelete,confirmDeleteMulti,confirmRequeue,confirmRequeueMulti,newJob,jobdetail,joblist,sidebar,topbar,main'
    .split(',')
    .map((name) => `agendash/public/app/js/${name}.js`)
const SCRIPTS = [
  'jquery/dist/jquery.slim.min.js',
  'popper.js/dist/umd/popper.min.js',
  'bootstrap/dist/js/bootstrap.min.js',
  'prismjs/prism.js',
  'vue/dist/vue.js',
  'vue-prism-editor/dist/VuePrismEditor.umd.min.js',
  'axios/dist/axios.min.js',
  'moment/moment.js',
  ...OWN,
]
const STYLES = [
  'bootstrap/dist/css/bootstrap.min.css',
  'material-icons/iconfont/material-icons.css',
  'prismjs/themes/prism.css',
  'vue-prism-editor/dist/VuePrismEditor.css',
  'agendash/public/app/css/styles.css',
]

const writeNew = (act: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Agendash</title><base href="/agendash/public/">
${STYLES.map((each) => `<link rel="stylesheet" href="/${each}">`).join('')}</head>
<body><div id="agendash-root"><app></app></div>${SCRIPTS.map((each) => `<script src="/${each}"></script>`).join('')}
<script>Vue.component('prism-editor', window.VuePrismEditor); new Vue({ el: '#agendash-root' })</script>
${whenDrawn('.mult-select input', act)}</body></html>`

/** The first click only makes the dialog. */
const OPEN = `const open = document.querySelector('[data-target="#modalNewJob"]'); open.click(); Promise.resolve().then(() => open.click())`

const group = (index: number) => `#job-overview-list > .nav-sidebar:nth-child(${index})`

/** The numbers at the side, of all jobs or of one kind. */
const numbers = (name: string, index: number): Record<string, Marked> =>
  Object.fromEntries([
    [name, [`${group(index)} > li > a`, `.sidebar .rows-ow:nth-child(${index}) .mybtn:nth-child(1)`]],
    ...STATES.map((state, at) => [
      `${name} ${state}`,
      [
        `${group(index)} [data-state=${state}] a`,
        `.sidebar .rows-ow:nth-child(${index}) .mybtn:nth-child(${at + 3})`,
      ],
    ]),
  ])

export const jobQueues: Template[] = [
  {
    name: 'agendash',
    versions: ['0.4.0', '4.0.0'],
    isHeldOut: false,
    pages: [
      ['jobs.html', 'jobs.html'],
      ['new-job.html', 'new-job.html'],
    ],
    shown: {
      beside: [
        [],
        [
          'bootstrap@4.4.1',
          'jquery@3.4.1',
          'popper.js@1.16.0',
          'material-icons@1.13.12',
          'prismjs@1.20.0',
          'vue-prism-editor@0.6.1',
          'vue@2.7.16',
          'axios@0.21.1',
          'moment@2.24.0',
        ],
      ],
      pages: [
        {
          'agendash/public/api': ANSWER,
          'jobs.html': writeOld(`document.querySelector('#job-list tr').click()`),
          'new-job.html': writeOld(`document.querySelector('[data-action=schedule-job]').click()`),
        },
        {
          'agendash/public/api': ANSWER,
          'jobs.html': writeNew(`document.querySelector('.mult-select input').click()`),
          'new-job.html': writeNew(OPEN),
        },
      ],
      classes: 'job-.*|overview-.*|refresh-.*|viewData|checkbox-triggerable',
      attributes: ['data-action', 'data-state', 'data-target', 'aria-describedby'],
    },
    marked: {
      'jobs.html': {
        'schedule a job': ['[data-action=schedule-job]', '[data-target="#modalNewJob"]'],
        'refresh interval': [
          '.refresh-interval',
          'form .col-md-6:nth-child(2) .input-group:nth-child(1) input',
        ],
        'requeue selected': ['[data-action=requeue-jobs]', '[data-target="#modalRequeueSureMulti"]'],
        'delete selected': ['[data-action=delete-jobs]', '[data-target="#modalDeleteSureMulti"]'],
        requeue: ['[data-action=requeue]', 'tr [data-target="#modalRequeueSure"]'],
        delete: ['[data-action=delete]', 'tr [data-target="#modalDeleteSure"]'],
        ...numbers('all', 1),
        ...numbers('dig beds', 2),
        ...gone({ 'select none': '[data-action=select-none]' }),
      },
      'new-job.html': {
        name: ['.job-name', '#jobname'],
        schedule: ['.job-schedule', 'input#jobSchedule'],
        repeat: ['.job-repeat-every', 'input#jobRepeatEvery'],
        data: ['.job-data', '.json-editor [contenteditable]'],
        save: ['[data-action=save]', '.btn-info >> Create Job'],
        cancel: ['[data-action=cancel]', '#modalNewJob .btn-secondary'],
      },
    },
  },
]
