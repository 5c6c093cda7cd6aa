import { categories, menu, noContact, noServices, search, services, topics } from './shared-marks.ts'
import type { Template } from './template.ts'

const site: Template['pages'] = [['index.html', 'dist/index.html']]

/** Templates whose elements mostly lead nowhere, so that a person has paired them. */
export const markedTemplates: Template[] = [
  {
    name: '@creative-tim-official/argon-dashboard-free',
    renamedTo: '@creative-tim-official/argon-dashboard',
    versions: ['1.2.0', '2.0.4'],
    isHeldOut: false,
    same: { 'link login.html': 'link sign-in.html', 'link register.html': 'link sign-up.html' },
    pages: [
      ['examples/dashboard.html', 'pages/dashboard.html'],
      ['examples/profile.html', 'pages/profile.html'],
      ['examples/tables.html', 'pages/tables.html'],
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
