import { builders } from './components/builders.ts'
import { calendars } from './components/calendars.ts'
import { desks } from './components/desks.ts'
import { drawings } from './components/drawings.ts'
import { editors } from './components/editors.ts'
import { filmPlayers } from './components/film-players.ts'
import { forms } from './components/forms.ts'
import { jsonEditors } from './components/json-editors.ts'
import { lists } from './components/lists.ts'
import { mediaPlayers } from './components/media-players.ts'
import { pictures } from './components/pictures.ts'
import { planners } from './components/planners.ts'
import { readers } from './components/readers.ts'
import { shops } from './components/shops.ts'
import { tables } from './components/tables.ts'
import { toolbars } from './components/toolbars.ts'
import { uploads } from './components/uploads.ts'
import { workbenches } from './components/workbenches.ts'
import { nowUiKit } from './kits/now-ui-kit.ts'
import { redrawnProducts } from './kits/redrawn-products.ts'
import { smallPages } from './kits/small-pages.ts'
import { tabler } from './kits/tabler.ts'
import { telephones } from './kits/telephones.ts'
import { grids } from './libraries/grids.ts'
import { material } from './libraries/material.ts'
import { pickers } from './libraries/pickers.ts'
import { quasar } from './libraries/quasar.ts'
import { reactLibraries } from './libraries/react-libraries.ts'
import { vueLibraries } from './libraries/vue-libraries.ts'
import { vuetify } from './libraries/vuetify.ts'
import { markedTemplates } from './marked-templates.ts'
import type { Template } from './template.ts'
import { apiConsoles } from './tools/api-consoles.ts'
import { apiDocuments } from './tools/api-documents.ts'
import { auditReports } from './tools/audit-reports.ts'
import { boards } from './tools/boards.ts'
import { charts } from './tools/charts.ts'
import { jobQueues } from './tools/job-queues.ts'
import { pageConsoles } from './tools/page-consoles.ts'
import { registries } from './tools/registries.ts'
import { reports } from './tools/reports.ts'
import { testRunners } from './tools/test-runners.ts'

const site: Template['pages'] = [['index.html', 'dist/index.html']]

const below = (before: string, after: string, names: string[]): Template['pages'] =>
  names.map((name) => [`${before}${name}.html`, `${after}${name}.html`])

const sent = { 'button sendmessagebutton': 'button submitbutton' }

/**
 * Pages that were written again, 16 of them two or more major versions apart and 12 one: mostly for Bootstrap 3 or 4, then
 * for Bootstrap 5 or none. Then pages with components of other families, such as editors, calendars and tables, with the controls of
 * libraries, and of tools, before and after they were written again. All are fetched when the benchmark runs.
 */
export const templates: Template[] = [
  { name: 'startbootstrap-agency', versions: ['5.0.0', '7.0.12'], isHeldOut: false, same: sent, pages: site },
  {
    name: 'startbootstrap-clean-blog',
    versions: ['4.0.0-beta.2', '6.0.9'],
    isHeldOut: true,
    same: sent,
    pages: below('', 'dist/', ['index', 'about', 'contact', 'post']),
  },
  { name: 'startbootstrap-creative', versions: ['5.0.1', '7.0.7'], isHeldOut: true, pages: site },
  {
    name: 'startbootstrap-freelancer',
    versions: ['4.1.1', '7.0.7'],
    isHeldOut: false,
    same: sent,
    pages: site,
  },
  {
    name: 'startbootstrap-grayscale',
    versions: ['4.0.0-beta', '7.0.6'],
    isHeldOut: true,
    same: { 'link #contact': 'link #signup' },
    pages: site,
  },
  { name: 'startbootstrap-new-age', versions: ['4.0.0-beta', '6.0.7'], isHeldOut: false, pages: site },
  { name: 'startbootstrap-resume', versions: ['4.0.0', '7.0.6'], isHeldOut: true, pages: site },
  {
    name: 'startbootstrap-simple-sidebar',
    versions: ['4.0.0-beta', '6.0.6'],
    isHeldOut: false,
    same: { 'link #menu-toggle': 'button sidebartoggle' },
    pages: site,
  },
  {
    name: 'startbootstrap-sb-admin',
    versions: ['4.0.0-beta', '7.0.7'],
    isHeldOut: false,
    same: {
      'link forgot-password.html': 'link password.html',
      'input exampleinputemail1': 'input email',
      'input exampleinputpassword1': 'input password',
      'input exampleinputname': 'input firstname',
      'input exampleinputlastname': 'input lastname',
      'input exampleconfirmpassword': 'input passwordconfirm',
    },
    pages: [
      ...below('', 'dist/', ['index', 'login', 'register', 'charts', 'tables']),
      ['forgot-password.html', 'dist/password.html'],
    ],
  },
  {
    name: 'startbootstrap-sb-admin-2',
    versions: ['3.3.7', '4.1.4'],
    isHeldOut: true,
    same: {
      'input email': 'input exampleinputemail',
      'input password': 'input exampleinputpassword',
      'input remember': 'input customcheck',
      'select datatablesexamplelength': 'select datatablelength',
    },
    pages: below('pages/', '', ['index', 'login', 'buttons', 'tables', 'blank']),
  },
  {
    name: 'material-dashboard',
    versions: ['2.0.2', '3.1.0'],
    isHeldOut: false,
    same: { 'link user.html': 'link profile.html', 'link table.html': 'link tables.html' },
    pages: [
      ...below('examples/', 'pages/', ['dashboard', 'typography', 'notifications', 'icons']),
      ['examples/user.html', 'pages/profile.html'],
      ['examples/table.html', 'pages/tables.html'],
    ],
  },
  {
    name: 'startbootstrap-stylish-portfolio',
    versions: ['3.3.7', '6.0.6'],
    isHeldOut: false,
    same: { 'link #top': 'link #page-top' },
    pages: site,
  },
  {
    name: 'startbootstrap-business-casual',
    versions: ['4.0.0-beta.2', '7.0.9'],
    isHeldOut: true,
    pages: below('', 'dist/', ['index', 'about', 'products', 'store']),
  },
  {
    name: 'startbootstrap-modern-business',
    versions: ['4.0.0-alpha', '5.0.7'],
    isHeldOut: false,
    pages: below('', 'dist/', ['index', 'about', 'contact', 'faq', 'pricing', 'portfolio-item', 'blog-post']),
  },
  {
    name: 'admin-lte',
    versions: ['2.4.18', '4.0.0-rc4'],
    isHeldOut: true,
    pages: [
      ...below('', 'dist/', ['index', 'index2']),
      ...below('pages/', 'dist/', ['examples/login', 'examples/register', 'examples/lockscreen']),
      ...below('pages/', 'dist/', ['forms/general', 'tables/simple', 'UI/general', 'UI/timeline']),
    ],
  },
  {
    name: 'gentelella',
    versions: ['1.3.0', '4.2.0'],
    isHeldOut: true,
    same: {
      'input success2': 'input firstname',
      'input success3': 'input lastname',
      'input email': 'input emailok',
    },
    pages: below('production/', 'dist/production/', [
      'index',
      'login',
      'form',
      'profile',
      'inbox',
      'projects',
      'tables',
      'general_elements',
    ]),
  },
  ...markedTemplates,
  ...nowUiKit,
  ...redrawnProducts,
  ...smallPages,
  ...tabler,
  ...telephones,
  ...builders,
  ...calendars,
  ...desks,
  ...drawings,
  ...editors,
  ...filmPlayers,
  ...forms,
  ...jsonEditors,
  ...lists,
  ...mediaPlayers,
  ...pictures,
  ...planners,
  ...readers,
  ...shops,
  ...tables,
  ...toolbars,
  ...uploads,
  ...workbenches,
  ...grids,
  ...material,
  ...pickers,
  ...quasar,
  ...reactLibraries,
  ...vueLibraries,
  ...vuetify,
  ...apiConsoles,
  ...apiDocuments,
  ...auditReports,
  ...boards,
  ...charts,
  ...jobQueues,
  ...pageConsoles,
  ...registries,
  ...reports,
  ...testRunners,
]
