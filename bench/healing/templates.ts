export interface Template {
  /** Its npm package. */
  name: string
  versions: [before: string, after: string]
  /** No result of it was read while the rules of healing were written. */
  isHeldOut: boolean
  /** The same pages before and after. */
  pages: [before: string, after: string][]
  /** Elements whose link or name in the code has changed: the key of the later version by that of the earlier one. */
  same?: Record<string, string>
  /** The package of the later version, where it has another name. */
  renamedTo?: string
  /**
   * Elements that neither a link nor a name in the code tells apart, as a person pairs them who sees both pages: by the page
   * before. One that has no counterpart is gone.
   */
  marked?: Record<string, Record<string, Marked>>
}

/** CSS selectors; `a >> About` is the first link with that text. */
export type Marked = [before: string, after: string | undefined]

const menu: Record<string, Marked> = {
  brand: ['.navbar-brand', '.navbar-brand'],
  'menu home': ['.navbar a.nav-link >> Home (current)', '.navbar a.nav-link >> Home'],
  'menu about': ['.navbar a.nav-link >> About', '.navbar a.nav-link >> About'],
  'menu contact': ['.navbar a.nav-link >> Contact', '.navbar a.nav-link >> Contact'],
}
const services: Record<string, Marked> = {
  'menu services': ['.navbar a.nav-link >> Services', '.navbar a.nav-link >> Services'],
}
const noServices: Record<string, Marked> = { 'menu services': ['.navbar a.nav-link >> Services', undefined] }
const noContact: Record<string, Marked> = { 'menu contact': ['.navbar a.nav-link >> Contact', undefined] }
const categories: Record<string, Marked> = Object.fromEntries(
  [1, 2, 3].map((number): [string, Marked] => [
    `category ${number}`,
    [`a.list-group-item >> Category ${number}`, undefined],
  ]),
)
const topics: Record<string, Marked> = Object.fromEntries(
  ['Web Design', 'HTML', 'Freebies', 'JavaScript', 'CSS', 'Tutorials'].map((topic): [string, Marked] => [
    `topic ${topic.toLowerCase()}`,
    [`.col-lg-6 a >> ${topic}`, `.col-sm-6 a >> ${topic}`],
  ]),
)
const search: Record<string, Marked> = {
  search: ['.input-group input', '.input-group input'],
  'search button': ['.input-group button', '.input-group button'],
}

const site: Template['pages'] = [['index.html', 'dist/index.html']]

const below = (before: string, after: string, names: string[]): Template['pages'] =>
  names.map((name) => [`${before}${name}.html`, `${after}${name}.html`])

const sent = { 'button sendmessagebutton': 'button submitbutton' }

/**
 * Pages that were written again for another framework, two or more major versions apart: Bootstrap 3 or 4, then 5, or
 * none. They are fetched when the benchmark runs.
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
  {
    name: '@creative-tim-official/argon-dashboard-free',
    renamedTo: '@creative-tim-official/argon-dashboard',
    versions: ['1.2.0', '2.0.4'],
    isHeldOut: false,
    same: { 'link login.html': 'link sign-in.html', 'link register.html': 'link sign-up.html' },
    pages: [
      ...below('examples/', 'pages/', ['dashboard', 'profile', 'tables']),
      ['examples/login.html', 'pages/sign-in.html'],
      ['examples/register.html', 'pages/sign-up.html'],
    ],
    marked: {
      'examples/dashboard.html': {
        search: ['#navbar-search-main input', '#navbarBlur input, .navbar-main input'],
        bell: ['.nav-link:has(.ni-bell-55)', '.nav-link:has(.fa-bell)'],
        'about us': ['footer a >> About Us', 'footer a >> About Us'],
        blog: ['footer a >> Blog', 'footer a >> Blog'],
        licence: ['footer a >> MIT License', 'footer a >> License'],
        'get started': ['a.nav-link >> Getting started', undefined],
        'new item': ['.header a >> New', undefined],
        filters: ['.header a >> Filters', undefined],
        month: ['a.nav-link[data-toggle=tab]', undefined],
      },
      'examples/profile.html': {
        'field username': ['#input-username', 'input[value="lucky.jesse"]'],
        'field email': ['#input-email', 'input[value="jesse@example.com"]'],
        'field first name': ['#input-first-name', 'input[value="Jesse"]'],
        'field last name': ['#input-last-name', 'input[value="Lucky"]'],
        'field address': ['#input-address', 'input[value^="Bld Mihail"]'],
        'field city': ['#input-city', 'input[value="New York"]'],
        'field country': ['#input-country', 'input[value="United States"]'],
        'field postal code': ['#input-postal-code', 'input[value="437300"]'],
        'field about': ['textarea', 'input[value^="A beautiful Dashboard"]'],
        connect: ['a >> Connect', 'a >> Connect'],
        message: ['a >> Message', 'a >> Message'],
        'edit profile': ['a >> Edit profile', undefined],
      },
      'examples/tables.html': {
        'previous page': ['.pagination a >> Previous', undefined],
        'page 3': ['.pagination a >> 3', undefined],
      },
      'examples/login.html': {
        'login email': ['input[placeholder=Email]', 'input[placeholder=Email]'],
        'login password': ['input[placeholder=Password]', 'input[placeholder=Password]'],
        remember: ['input[type=checkbox]', '#rememberMe'],
        'sign in': ['button >> Sign in', 'button >> Sign in'],
        'create account': ['a >> Create new account', 'p a >> Sign up'],
        'with github': ['.btn-neutral:has([alt], img) >> Github', undefined],
        'with google': ['.btn-neutral:has([alt], img) >> Google', undefined],
        'forgot password': ['a >> Forgot password?', undefined],
      },
      'examples/register.html': {
        'register name': ['input[placeholder=Name]', 'input[placeholder=Name]'],
        'register email': ['input[placeholder=Email]', 'input[placeholder=Email]'],
        'register password': ['input[placeholder=Password]', 'input[placeholder=Password]'],
        agree: ['input[type=checkbox]', '.card input[type=checkbox]'],
        'create account button': ['button >> Create account', 'button >> Sign up'],
      },
    },
  },
  {
    name: 'startbootstrap-blog-home',
    versions: ['4.0.0-alpha', '5.0.9'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...noServices,
        ...topics,
        ...search,
        'menu home': ['.navbar a.nav-link >> Home (current)', '.navbar a.nav-link >> Home'],
        newer: ['a >> Newer →', '.pagination a >> Newer'],
        older: ['a >> ← Older', '.pagination a >> Older'],
      },
    },
  },
  {
    name: 'startbootstrap-blog-post',
    versions: ['4.1.1', '5.0.9'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...noServices,
        ...topics,
        ...search,
        comment: ['textarea', 'textarea'],
        submit: ['button >> Submit', undefined],
        author: ['.lead a >> Start Bootstrap', undefined],
      },
    },
  },
  {
    name: 'startbootstrap-business-frontpage',
    versions: ['4.0.0', '5.0.9'],
    isHeldOut: false,
    pages: site,
    marked: { 'index.html': { ...menu, ...services, mail: ['a >> name@example.com', undefined] } },
  },
  {
    name: 'startbootstrap-coming-soon',
    versions: ['4.0.0', '6.0.7'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        email: ['input', 'input#email'],
        notify: ['button', '#submitButton'],
        twitter: ['a:has(.fa-twitter)', 'a:has(.fa-twitter)'],
        facebook: ['a:has(.fa-facebook)', 'a:has(.fa-facebook-f)'],
        instagram: ['a:has(.fa-instagram)', 'a:has(.fa-instagram)'],
      },
    },
  },
  {
    name: 'startbootstrap-heroic-features',
    versions: ['4.0.0', '5.0.6'],
    isHeldOut: false,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...noServices,
        'call to action': ['a.btn >> Call to action!', 'a.btn >> Call to action'],
      },
    },
  },
  {
    name: 'startbootstrap-landing-page',
    versions: ['3.3.7', '6.0.6'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        brand: ['.navbar-brand', '.navbar-brand'],
        'footer about': ['footer a >> About', 'footer a >> About'],
        'footer contact': ['footer a >> Contact', 'footer a >> Contact'],
        'footer home': ['footer a >> Home', undefined],
        'footer services': ['footer a >> Services', undefined],
        'menu services': ['.navbar a >> Services', undefined],
        github: ['.intro-header a >> Github', undefined],
        linkedin: ['.intro-header a >> Linkedin', undefined],
      },
    },
  },
  {
    name: 'startbootstrap-one-page-wonder',
    versions: ['4.0.0', '6.0.6'],
    isHeldOut: false,
    pages: site,
    marked: {
      'index.html': {
        brand: ['.navbar-brand', '.navbar-brand'],
        'sign up': ['a >> Sign Up', 'a >> Sign Up'],
        'log in': ['a >> Log In', 'a >> Log In'],
        'learn more': ['a >> Learn More', 'a >> Learn More'],
      },
    },
  },
  {
    name: 'startbootstrap-scrolling-nav',
    versions: ['4.0.0', '5.0.6'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        brand: ['.navbar-brand', '.navbar-brand'],
        'menu about': menu['menu about']!,
        'menu contact': menu['menu contact']!,
        ...services,
      },
    },
  },
  {
    name: 'startbootstrap-shop-homepage',
    versions: ['4.0.0-beta', '5.0.6'],
    isHeldOut: false,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...noServices,
        ...noContact,
        ...categories,
        'item five': ['a >> Item Five', undefined],
      },
    },
  },
  {
    name: 'startbootstrap-shop-item',
    versions: ['4.0.0-beta', '5.0.6'],
    isHeldOut: true,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...noServices,
        ...noContact,
        ...categories,
        review: ['a >> Leave a Review', undefined],
      },
    },
  },
  {
    name: 'startbootstrap-small-business',
    versions: ['4.2.3', '5.0.6'],
    isHeldOut: false,
    pages: site,
    marked: {
      'index.html': {
        ...menu,
        ...services,
        'call to action': ['a >> Call to Action!', 'a >> Call to Action!'],
      },
    },
  },
]
