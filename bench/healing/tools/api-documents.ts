import type { Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const BED = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    soil: { type: 'object', properties: { kind: { type: 'string' } } },
  },
}
const GARDEN = {
  swagger: '2.0',
  info: {
    title: 'Garden',
    version: '1.0.0',
    description: '# Start\nAsk for a key.\n# Limits\nTen beds a day.',
    contact: { email: 'garden@example.com', url: 'https://garden.example.com/help' },
    license: { name: 'MIT', url: 'https://garden.example.com/license' },
  },
  host: 'garden.example.com',
  basePath: '/v1',
  schemes: ['https'],
  consumes: ['application/json'],
  produces: ['application/json'],
  tags: [{ name: 'beds', description: 'Where seeds are sown' }, { name: 'seeds' }],
  paths: {
    '/beds': {
      get: {
        tags: ['beds'],
        summary: 'List the beds',
        operationId: 'listBeds',
        parameters: [{ name: 'limit', in: 'query', type: 'integer' }],
        responses: {
          200: { description: 'The beds', schema: { type: 'array', items: BED } },
          400: { description: 'No such limit' },
        },
      },
      post: {
        tags: ['beds'],
        summary: 'Dig a bed',
        operationId: 'digBed',
        parameters: [{ name: 'bed', in: 'body', schema: BED }],
        responses: { 201: { description: 'It is dug' } },
        'x-code-samples': [
          { lang: 'JavaScript', source: 'dig()' },
          { lang: 'Shell', source: 'dig' },
        ],
      },
    },
    '/seeds/{name}': {
      delete: {
        tags: ['seeds'],
        summary: 'Throw a seed away',
        operationId: 'throwSeed',
        parameters: [{ name: 'name', in: 'path', required: true, type: 'string' }],
        responses: { 204: { description: 'It is gone' } },
      },
    },
  },
}

const show = (script: string, drawn: string) => ({
  'api.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title><style>body { margin: 0 }</style></head>
<body><redoc spec-url="/garden.json"></redoc><script src="/redoc/${script}.js"></script>${whenDrawn(drawn)}</body></html>`,
  'garden.json': JSON.stringify(GARDEN),
})

const showScalar = (drawn: string) => ({
  'api.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title></head>
<body><script id="api-reference" data-url="/garden.json"></script>
<script src="/@scalar/api-reference/dist/browser/standalone.js"></script>${whenDrawn(drawn)}</body></html>`,
  'garden.json': JSON.stringify(GARDEN),
})

const plain = (language: string) => language.toLowerCase().replace('.js', '')

/** Documents of interfaces, with a list at their side and samples at the other. */
export const apiDocuments: Template[] = [
  {
    name: 'redoc',
    versions: ['1.22.3', '2.5.0'],
    isHeldOut: false,
    pages: [['api.html', 'api.html']],
    shown: {
      pages: [
        show('dist/redoc.min', 'a[href="#operation/throwSeed"]'),
        show('bundles/redoc.standalone', 'a[href$="operation/throwSeed"]'),
      ],
      classes: 'zippy.*|share-link|openapi-button|search-.*|tab-success',
    },
    marked: {
      'api.html': {
        search: ['input[placeholder=Search]', 'input.search-input'],
        ...Object.fromEntries(
          ['Start', 'Limits', 'beds', 'seeds'].flatMap((name) => [
            [`menu ${name}`, [`label >> ${name}`, `li[aria-label="${name}"]`]],
            [`link to ${name}`, kept(`a[href$="/${name}"]`)],
          ]),
        ),
        ...both(['listBeds', 'digBed', 'throwSeed'], (operation) => `a[href$="operation/${operation}"]`),
        ...both(
          ['Download', 'https://garden.example.com/help', 'garden@example.com', 'MIT'],
          (name) => `a >> ${name}`,
        ),
        'response 200': ['.zippy-title >> 200 The beds', 'button >> 200 The beds'],
        payload: ['li >> JSON', '[role=tab] >> Payload'],
        ...both(['JavaScript', 'Shell'], (language) => `li >> ${language}`),
        'sample of 200': kept('.tab-success'),
        ...Object.fromEntries(
          ['Copy', 'Expand all', 'Collapse all'].map((name) => [
            `first ${name}`,
            [`a >> ${name}`, `button >> ${name}`],
          ]),
        ),
        'made by': ['a >> Powered by ReDoc', 'a >> API docs by Redocly'],
      },
    },
  },
  {
    name: '@scalar/api-reference',
    versions: ['1.1.7', '1.76.0'],
    isHeldOut: false,
    pages: [['api.html', 'api.html']],
    shown: {
      pages: [showScalar('.show-api-client-button--post'), showScalar('a[href$="tag/seeds"]')],
      classes:
        'show-api-client.*|copy-button|darklight.*|sidebar-search|download.*|code-languages.*|language-select|client-libraries.*|toggle-nested-icon',
    },
    marked: {
      'api.html': {
        search: ['.sidebar-search', '[class*=bg-sidebar-b-search]'],
        ...Object.fromEntries(
          ['start', 'limits'].map((name) => [
            `menu ${name}`,
            [`a >> ${name.toUpperCase()}`, `a[href$="description/${name}"]`],
          ]),
        ),
        ...Object.fromEntries(
          ['beds', 'seeds'].map((name) => [
            `menu ${name}`,
            [`a >> ${name.toUpperCase()}`, `a[href$="tag/${name}"]`],
          ]),
        ),
        'menu list': ['a >> List the bedsget', 'a[href$="GET/beds"]:not(.endpoint)'],
        'menu dig': ['a >> Dig a bedpost', 'a[href$="POST/beds"]:not(.endpoint)'],
        'fold beds': ['.toggle-nested-icon', 'button >> Close Group - beds'],
        'unfold seeds': [
          '.sidebar-group-item:last-child > div > .toggle-nested-icon',
          'button >> Open Group - seeds',
        ],
        'dark mode': ['.darklight', '[class*="group/toggle"]'],
        'made by': ['a >> Powered by scalar.com', 'a >> Powered by Scalar'],
        document: ['.download a', '.download-button'],
        ...Object.fromEntries(
          ['Shell', 'Ruby', 'Node.js', 'PHP', 'Python'].map((name) => [
            name,
            [`.code-languages:has(.code-languages-icon__${plain(name)})`, `[role=tab] >> ${name}`],
          ]),
        ),
        'more languages': ['.language-select', '.client-libraries__select'],
        ...both(['get/beds', 'post/beds'], (name) => `a.endpoint >> ${name}`),
        'language of list': ['select:not(.language-select)', '[aria-label$="language: Shell Curl"]'],
        'copy list': ['.copy-button', '[aria-label="Copy code"]'],
        'try list': ['.show-api-client-button--get', '.show-api-client-button'],
        'try dig': ['.show-api-client-button--post', 'section[id$="POST/beds"] .show-api-client-button'],
        'answer 200': ['[role=tab] >> 200', '[role=tab] >> Status: 200 The beds'],
        'answer 400': ['[role=tab] >> 400', '[role=tab] >> Status: 400 No such limit'],
        'answer 201': ['[role=tab] >> 201', '[role=tab] >> Status: 201 It is dug'],
        ...gone({ c: '.code-languages:has(.code-languages-icon__c)' }),
      },
    },
  },
]
