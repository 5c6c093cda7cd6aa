import type { Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const FAILED_JOB = {
  id: '7',
  name: 'sow',
  timestamp: 1_600_000_000_000,
  processedOn: 1_600_000_001_000,
  finishedOn: 1_600_000_002_000,
  progress: 40,
  attempts: 1,
  failedReason: 'No rain',
  stacktrace: ['Error: No rain'],
  opts: { attempts: 3 },
  data: { bed: 3 },
  delay: 0,
  isFailed: true,
  returnValue: null,
}

const STATES = ['latest', 'active', 'waiting', 'completed', 'failed', 'delayed', 'paused']

const writeQueue = (name: string, jobs: unknown[]) => ({
  name,
  displayName: name,
  counts: Object.fromEntries(STATES.map((state, index) => [state, 3 * index])),
  statuses: STATES,
  jobs,
  pagination: { pageCount: 4, range: { start: 0, end: 9 } },
  readOnlyMode: false,
  allowRetries: true,
  allowCompletedRetries: true,
  isPaused: false,
  type: 'bull',
})

/** @param end of the address that its files are asked for at */
const showQueues = (end: string, scripts: string[], style: string, drawn: string) => ({
  '@bull-board/ui/dist/queue/seeds': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title>
<base href="/@bull-board/ui/dist${end}">
${scripts.map((each) => `<script defer src="/@bull-board/ui/dist/static/${each}.js"></script>`).join('\n')}
<link rel="stylesheet" href="/@bull-board/ui/dist/static/${style}.css"></head>
<body><div id="root"></div>${whenDrawn(drawn)}</body></html>`,
  '@bull-board/ui/dist/api/queues': JSON.stringify({
    queues: [writeQueue('seeds', [FAILED_JOB]), writeQueue('water', [])],
    stats: { redis_version: '6.0.0', used_memory: '1000000', total_system_memory: '9000000' },
  }),
})

/** Pages of running services, with what their servers would answer. */
export const boards: Template[] = [
  {
    name: '@bull-board/ui',
    versions: ['3.1.0', '9.10.2'],
    isHeldOut: false,
    pages: [
      ['@bull-board/ui/dist/queue/seeds?status=failed', '@bull-board/ui/dist/queue/seeds?status=failed'],
    ],
    shown: {
      pages: [
        showQueues(
          '',
          ['vendor.cc22c113556f4254b03e', 'main.1e2040b0a8c2253c4dd4'],
          'main.9ff38f9ea50441872065',
          'a[href$=delayed]',
        ),
        showQueues(
          '/',
          ['js/lib-react.c037d5f57a', 'js/lib-router.083aec7780', 'js/o.c5d0e646cd', 'js/main.4c9f061c66'],
          'css/main.88d71b4bd7',
          // Its words come after its links.
          ':root:has([title="Collapse sidebar"]) a[href$=delayed]',
        ),
      ],
      classes: 'jobLink.*|search-.*|logo-.*',
    },
    marked: {
      '@bull-board/ui/dist/queue/seeds?status=failed': {
        latest: kept('a >> LATEST'),
        ...both(
          ['active', 'waiting', 'completed', 'failed', 'delayed', 'paused'],
          (state) => `a[href$="seeds?status=${state}"]:not([title], [class*=jobLink])`,
        ),
        ...both(
          ['Retry all', 'Clean all', 'Error', 'Data', 'Options', 'Logs'],
          (name) => `button >> ${name}`,
        ),
        ...both(['seeds', 'water'], (name) => `a[title=${name}]`),
        'retry job': ['[data-title=Retry] button', '.button-GXX8BV:has(.lucide-refresh-cw)'],
        'clean job': ['[data-title=Clean] button', '.button-GXX8BV:has(.lucide-trash-2)'],
      },
    },
  },
]
