import type { Template } from '../template.ts'
import { both, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const writeTest = (title: string, status: string) => ({
  ancestorTitles: ['Garden'],
  failureMessages: status === 'failed' ? ['Error: No spade'] : [],
  fullName: `Garden ${title}`,
  title,
  status,
  duration: 20,
})

const writeFile = (name: string, tests: { status: string }[]) => ({
  numFailingTests: tests.filter(({ status }) => status === 'failed').length,
  numPassingTests: tests.filter(({ status }) => status === 'passed').length,
  numPendingTests: tests.filter(({ status }) => status === 'pending').length,
  numTodoTests: 0,
  perfStats: { start: 1_767_312_000_000, end: 1_767_312_001_000 },
  testFilePath: `/garden/${name}.js`,
  testResults: tests,
  failureMessage: tests.some(({ status }) => status === 'failed') ? 'No spade' : null,
})

const RESULTS = JSON.stringify({
  numFailedTestSuites: 1,
  numFailedTests: 1,
  numPassedTestSuites: 1,
  numPassedTests: 2,
  numPendingTestSuites: 0,
  numPendingTests: 1,
  numTotalTestSuites: 2,
  numTotalTests: 4,
  startTime: 1_767_312_000_000,
  endTime: 1_767_312_002_000,
  testResults: [
    writeFile('beds', [writeTest('is dug', 'passed'), writeTest('is watered', 'failed')]),
    writeFile('seeds', [writeTest('is sown', 'passed'), writeTest('is kept', 'pending')]),
  ],
  config: { rootDir: '/garden', maxWorkers: 2 },
  attachInfos: {},
  logInfoMapping: {},
  _reporterOptions: { pageTitle: 'Garden', customInfos: [] },
})

const row = (name: string) => `tr[data-row-key="/garden/${name}.js"]`

/** Reports of tests, as tables to unfold. */
export const reports: Template[] = [
  {
    name: 'jest-html-reporters',
    versions: ['1.2.1', '3.1.7'],
    isHeldOut: false,
    pages: [['report.html', 'report.html']],
    shown: {
      pages: [
        {
          // The package has a page with a place for the results.
          'report.html': `<!doctype html><html><body><script>
const asked = new XMLHttpRequest()
asked.open('GET', '/jest-html-reporters/dist/index.html', false)
asked.send()
document.write(asked.responseText.replace('$resultData', () => ${JSON.stringify(JSON.stringify(RESULTS))}))
</script></body></html>`,
        },
        {
          'report.html': `<!doctype html><html><head><meta charset="utf-8"><title>Garden</title></head><body><div id="app"></div>
<script id="jest-html-reports-result-data" type="text/template">${RESULTS}</script>
<script src="/jest-html-reporters/dist/index.js"></script>${whenDrawn('.ant-table-row')}</body></html>`,
        },
      ],
      classes: 'expand_title|copy_icon|.*-copy|.*-filter(?:-.*)?|.*-sorters?(?:-.*)?|.*-expand-icon(?:-.*)?',
    },
    marked: {
      'report.html': {
        source: kept('a:has(.anticon-github)'),
        'unfold all': ['.expand_title .ant-switch', '.expand_title .ant-switch:last-child'],
        'sort by time': ['th.ant-table-column-has-sorters', 'th[aria-label=ExecTime]'],
        filter: ['.anticon-filter', '.ant-table-filter-trigger'],
        ...both(['beds', 'seeds'], (name) => `${row(name)} .ant-table-row-expand-icon`),
        ...Object.fromEntries(
          ['beds', 'seeds'].map((name) => [
            `copy path of ${name}`,
            [`${row(name)} .copy_icon`, `${row(name)} .ant-typography-copy`],
          ]),
        ),
        information: [`${row('beds')} > td:last-child > div`, 'button >> Info'],
        ...both(['About', 'Feedback'], (name) => `a >> ${name}`),
      },
    },
  },
]
