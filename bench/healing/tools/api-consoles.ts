import type { Template } from '../template.ts'
import { gone, kept } from '../marks.ts'
import { whenDrawn } from '../hold-load.ts'

const showAltair = (scripts: string) => ({
  'graphql.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Garden</title>
<base href="/altair-static/build/dist/"><link rel="stylesheet" href="styles.css"></head>
<body><app-root></app-root>${scripts}${whenDrawn('.url-box')}</body></html>`,
})

const GARDEN = `swagger: '2.0'
info:
  title: Garden
  version: 1.0.0
  contact:
    name: Gardeners
    email: garden@example.com
host: garden.example.com
basePath: /v1
schemes: [https, http]
produces: [application/json]
securityDefinitions:
  gate:
    type: apiKey
    name: key
    in: header
tags:
  - name: beds
  - name: seeds
paths:
  /beds:
    get:
      tags: [beds]
      summary: Lists the beds
      parameters:
        - name: limit
          in: query
          type: integer
      responses:
        '200':
          description: The beds
          schema:
            type: array
            items:
              $ref: '#/definitions/Bed'
    post:
      tags: [beds]
      summary: Digs a bed
      security: [{ gate: [] }]
      parameters:
        - name: bed
          in: body
          schema:
            $ref: '#/definitions/Bed'
      responses:
        '201':
          description: It is dug
  /seeds/{name}:
    delete:
      tags: [seeds]
      summary: Throws a seed away
      parameters:
        - name: name
          in: path
          required: true
          type: string
      responses:
        '204':
          description: It is gone
definitions:
  Bed:
    type: object
    properties:
      name:
        type: string
      width:
        type: integer
  Seed:
    type: object
    properties:
      name:
        type: string
`

const press = (selector: string) =>
  `document.querySelector('${selector}').dispatchEvent(new MouseEvent('click', { bubbles: true }))`

/** Consoles and documents of interfaces, which draw their whole page. */
export const apiConsoles: Template[] = [
  {
    name: 'altair-static',
    versions: ['2.1.9', '8.5.9'],
    isHeldOut: false,
    pages: [['graphql.html', 'graphql.html']],
    shown: {
      pages: [
        showAltair(
          '<script src="runtime.js"></script><script src="polyfills.js"></script><script src="main.js"></script>',
        ),
        showAltair(
          '<script type="module" src="polyfills.js"></script><script type="module" src="main.js"></script><script type="module">AltairGraphQL.init()</script>',
        ),
      ],
      classes: 'url-box.*|send-request.*|header__.*|doc-viewer.*|window-switcher.*',
      attributes: ['track-id'],
    },
    marked: {
      'graphql.html': {
        window: kept('.window-switcher__input'),
        'new window': ['.window-switcher--new-window', '.window-switcher__item >> + Add new'],
        environment: ['button.nav-text', '.header__menu-item >> No environment'],
        settings: ['button.nav-icon', '.header__menu-item:has(.lucide-settings)'],
        headers: kept('[aria-label="Set Headers"]'),
        history: kept('[aria-label=History]'),
        collections: kept('[aria-label=Collections]'),
        method: kept('.url-box__button--method'),
        url: ['.fancy-input-element', '.url-box .cm-content'],
        reload: ['[track-id=reload_docs]', 'button:has(.lucide-refresh-ccw)'],
        docs: ['[track-id=show_docs]', '.url-box__button >> Docs'],
        send: ['.url-box__button--send', '.send-request__button'],
        ...gone({ variables: '[aria-label="Set Variables"]', newest: 'button >> Newest' }),
      },
    },
  },
  {
    name: 'swagger-editor',
    renamedTo: 'swagger-editor-dist',
    versions: ['2.10.5', '4.14.8'],
    isHeldOut: false,
    // Version 2 asks for its files beside its own folder.
    pages: [['swagger-editor/', 'editor.html']],
    shown: {
      pages: [
        {
          'swagger-editor/': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Swagger Editor</title>
<link rel="stylesheet" href="dist/styles.css"><link rel="stylesheet" href="styles/branding.css"></head>
<body><div class="total-wrapper" ui-view></div><script src="dist/bundle.js"></script><script src="scripts/branding.js"></script>
${whenDrawn('.definition-title', press('#fileMenu'))}</body></html>`,
          'swagger-editor/spec-files/default.yaml': GARDEN,
        },
        {
          'editor.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Swagger Editor</title>
<link rel="stylesheet" href="/swagger-editor-dist/swagger-editor.css"><style>body { margin: 0 }</style></head>
<body><div id="swagger-editor"></div><script src="/swagger-editor-dist/swagger-editor-bundle.js"></script>
<script src="/swagger-editor-dist/swagger-editor-standalone-preset.js"></script>
<script>SwaggerEditorBundle({
  dom_id: '#swagger-editor', layout: 'StandaloneLayout', presets: [SwaggerEditorStandalonePreset],
  url: '/garden.yaml', docExpansion: 'full',
})</script>${whenDrawn('.models-control', press('.dd-menu .menu-item'))}</body></html>`,
          'garden.yaml': GARDEN,
        },
      ],
      classes: 'authenticate|authorize|try-it|try-out.*|logo|topbar-logo.*|definition-title',
    },
    marked: {
      'swagger-editor/': {
        logo: ['a.logo', 'a.link:has(.topbar-logo__img)'],
        file: ['#fileMenu', '.dd-menu .menu-item >> File'],
        'import link': ['a >> Import URL…', 'button >> Import URL'],
        'import file': ['a >> Import File…', 'button >> Import file'],
        'save yaml': ['a >> Download YAML', 'button >> Save as YAML'],
        'save json': ['a >> Download JSON', 'button >> Convert and save as JSON'],
        contact: ['a >> garden@example.com', 'a >> Contact Gardeners'],
        authorize: ['.authenticate', '.authorize'],
        'list beds': ['header >> GET /beds', '.opblock-summary-control >> GET/bedsLists the beds'],
        'dig a bed': ['header >> POST /beds', '.opblock-summary-control >> POST/bedsDigs a bed'],
        'throw a seed': [
          'header >> DELETE /seeds/{name}',
          '.opblock-summary-control >> DELETE/seeds/{name}Throws a seed away',
        ],
        models: ['a >> Models', '.models-control'],
        bed: ['.definition-title >> Bed', '.model-box-control >> Bed'],
        seed: ['.definition-title >> Seed', '.model-box-control >> Seed'],
        ...gone({
          example: '#open-example',
          paste: 'a >> Paste JSON…',
          preferences: '#preferences',
          'close introduction': '#dismis-intro',
          'got it': '.btn-intro',
        }),
      },
    },
  },
]
