import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const audit = (id: string, title: string, score: number | null) => ({
  id,
  title,
  description: `Says something of it. [Learn more](https://example.com/${id}).`,
  score,
  scoreDisplayMode: score === null ? 'manual' : 'binary',
})

const metric = (id: string, title: string, numericValue: number) => ({
  ...audit(id, title, 0.6),
  scoreDisplayMode: 'numeric',
  numericValue,
  numericUnit: 'millisecond',
  displayValue: `${numericValue / 1000} s`,
  rawValue: numericValue,
})

const AUDITS = [
  metric('first-contentful-paint', 'First Contentful Paint', 2500),
  metric('speed-index', 'Speed Index', 4200),
  audit('image-alt', 'Image elements do not have [alt] attributes', 0),
  audit('document-title', 'Document has a title element', 1),
  audit('focus-traps', 'User focus is not trapped', null),
  audit('is-on-https', 'Uses HTTPS', 1),
  audit('errors-in-console', 'Browser errors were logged', 0),
  audit('meta-description', 'Document has a meta description', 1),
  audit('http-status-code', 'Page has successful HTTP status code', 1),
]

interface Reference {
  id: string
  weight: number
  group?: string
}

const list = (ids: string[], group?: string): Reference[] =>
  ids.map((id) => ({ id, weight: 1, ...(group && { group }) }))

const category = (id: string, title: string, auditRefs: Reference[]) => ({
  id,
  title,
  description: '',
  score: 0.7,
  auditRefs,
})

const METRICS = [
  { id: 'first-contentful-paint', weight: 10, group: 'metrics', acronym: 'FCP' },
  { id: 'speed-index', weight: 10, group: 'metrics', acronym: 'SI' },
]

const RESULT = {
  lighthouseVersion: '0.0.0',
  userAgent: 'Mozilla/5.0 Chrome/120.0.0.0',
  environment: { networkUserAgent: 'Mozilla/5.0', hostUserAgent: 'Mozilla/5.0', benchmarkIndex: 1000 },
  fetchTime: '2026-01-02T00:00:00.000Z',
  requestedUrl: 'https://garden.example.com/',
  mainDocumentUrl: 'https://garden.example.com/',
  finalUrl: 'https://garden.example.com/',
  finalDisplayedUrl: 'https://garden.example.com/',
  runWarnings: [],
  gatherMode: 'navigation',
  configSettings: {
    locale: 'en-US',
    formFactor: 'mobile',
    throttlingMethod: 'simulate',
    throttling: {
      rttMs: 150,
      throughputKbps: 1600,
      cpuSlowdownMultiplier: 4,
      requestLatencyMs: 560,
      downloadThroughputKbps: 1400,
      uploadThroughputKbps: 600,
    },
    screenEmulation: { mobile: true, width: 412, height: 823, deviceScaleFactor: 1.75, disabled: false },
  },
  audits: Object.fromEntries(AUDITS.map((each) => [each.id, each])),
  categoryGroups: {
    metrics: { title: 'Metrics' },
    'a11y-names-labels': { title: 'Names and labels' },
    'seo-content': { title: 'Content' },
  },
  categories: {
    performance: category('performance', 'Performance', METRICS),
    accessibility: category('accessibility', 'Accessibility', [
      ...list(['image-alt', 'document-title'], 'a11y-names-labels'),
      ...list(['focus-traps']),
    ]),
    'best-practices': category(
      'best-practices',
      'Best Practices',
      list(['is-on-https', 'errors-in-console']),
    ),
    seo: category('seo', 'SEO', list(['meta-description', 'http-status-code'], 'seo-content')),
  },
  timing: { total: 2000, entries: [] },
  i18n: { rendererFormattedStrings: {}, icuMessagePaths: {} },
  stackPacks: [],
}

/** The same, as the earlier version writes it. */
const OLD = {
  generatedTime: RESULT.fetchTime,
  lighthouseVersion: RESULT.lighthouseVersion,
  initialUrl: RESULT.requestedUrl,
  url: RESULT.finalUrl,
  userAgent: RESULT.userAgent,
  runWarnings: [],
  runtimeConfig: {
    environment: [{ name: 'CPU Throttling', enabled: true, description: '4x slowdown' }],
    blockedUrlPatterns: [],
  },
  audits: {},
  reportGroups: {
    manual: { title: 'Additional items to manually check', description: '' },
    'perf-metric': { title: 'Metrics', description: '' },
    'perf-hint': { title: 'Opportunities', description: '' },
    'perf-info': { title: 'Diagnostics', description: '' },
    'a11y-names-labels': { title: 'Names and labels', description: '' },
    'seo-content': { title: 'Content', description: '' },
  },
  reportCategories: Object.values(RESULT.categories).map(({ id, title, auditRefs }) => ({
    id,
    name: title,
    description: '',
    score: 70,
    audits: auditRefs.map((each) => {
      const found = AUDITS.find((own) => own.id === each.id)!
      return {
        ...each,
        ...('group' in each && each.group === 'metrics' && { group: 'perf-metric' }),
        ...(found.score === null && { group: 'manual' }),
        score: (found.score ?? 0) * 100,
        result: {
          ...found,
          name: found.id,
          description: found.title,
          helpText: found.description,
          scoringMode:
            'scoreDisplayMode' in found && found.scoreDisplayMode === 'numeric' ? 'numeric' : 'binary',
          manual: found.score === null,
        },
      }
    }),
  })),
}

const PARTS =
  'util,dom,details-renderer,crc-details-renderer,../../../lib/file-namer,logger,report-ui-features,category-renderer,performance-category-renderer,report-renderer'
const V2 = '/lighthouse/lighthouse-core/report/v2'

const writeOld = (act = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lighthouse Report</title>
<link rel="stylesheet" href="${V2}/report-styles.css"></head>
<body class="lh-root lh-vars"><div id="templates" hidden></div><main></main><div id="lh-log"></div>
${PARTS.split(',')
  .map((part) => `<script src="${V2}/renderer/${part}.js"></script>`)
  .join('')}<script>
const asked = new XMLHttpRequest()
asked.open('GET', '${V2}/templates.html', false)
asked.send()
document.querySelector('#templates').innerHTML = asked.responseText
const dom = new DOM(document)
new ReportRenderer(dom).renderReport(${JSON.stringify(OLD)}, document.querySelector('main'))
new ReportUIFeatures(dom).initFeatures(${JSON.stringify(OLD)})
</script>${whenDrawn('.lh-gauge__wrapper', act)}</body></html>`

const writeNew = (act = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lighthouse Report</title>
<style>body { margin: 0 }</style></head><body><div id="lh-log"></div>
<script>window.__LIGHTHOUSE_JSON__ = ${JSON.stringify(RESULT)}</script>
<script src="/lighthouse/dist/report/standalone.js"></script><script>__initLighthouseReport__()</script>
${whenDrawn('.lh-gauge__wrapper', act)}</body></html>`

export const auditReports: Template[] = [
  {
    name: 'lighthouse',
    versions: ['2.9.4', '12.8.2'],
    isHeldOut: false,
    pages: [['report.html', 'report.html']],
    shown: {
      pages: [
        { 'report.html': writeOld(`document.querySelector('.lh-export__button').click()`) },
        { 'report.html': writeNew(`document.querySelector('#lh-tools-button').click()`) },
      ],
      classes: 'lh-export.*|lh-tools__button|report-icon--.*|lh-report-icon--.*',
      attributes: ['data-action', 'data-i18n'],
    },
    marked: {
      'report.html': {
        url: ['.lh-metadata__url', '.lh-topbar__url'],
        tools: ['.lh-export__button', '#lh-tools-button'],
        ...both(
          ['print-summary', 'print-expanded', 'copy', 'save-html', 'save-json', 'open-viewer'],
          (action) => `[data-action=${action}]`,
        ),
        ...Object.fromEntries(
          Object.keys(RESULT.categories).map((id): [string, Marked] => [
            id,
            [`a.lh-gauge__wrapper[href="#${id}"]`, `.lh-scores-header a[href="#${id}"]`],
          ]),
        ),
        ...Object.fromEntries(
          ['accessibility', 'best-practices', 'seo'].map((id): [string, Marked] => [
            `passed of ${id}`,
            [
              `.lh-category:has(#${id}) .lh-passed-audits > summary`,
              `.lh-category-wrapper:has(#${id}) .lh-clump--passed > summary`,
            ],
          ]),
        ),
        'check by hand': ['summary >> Additional items to manually check', '.lh-clump--manual > summary'],
        'image alt': ['summary >> Image elements do not have [alt] attributes', '#image-alt summary'],
        errors: ['summary >> Browser errors were logged', '#errors-in-console summary'],
        issue: kept('a >> File an issue'),
        ...gone({
          settings: 'summary >> Runtime settings',
          'of the first paint': 'summary >> First Contentful Paint',
          'of the speed': 'summary >> Speed Index',
        }),
      },
    },
  },
]
