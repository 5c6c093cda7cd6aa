import type { Marked, Template } from '../template.ts'
import { gone, kept } from '../marks.ts'

const tablerBrand: Record<string, Marked> = { brand: ['.header-brand', '.navbar-brand a'] }

/** A dashboard, six years apart. */
export const tabler: Template[] = [
  {
    name: 'tabler-ui',
    renamedTo: '@tabler/preview',
    versions: ['0.0.34', '1.2.0'],
    isHeldOut: false,
    same: {
      'link login.html': 'link sign-in.html',
      'link register.html': 'link sign-up.html',
      'link terms.html': 'link terms-of-service.html',
    },
    pages: [
      ['dist/login.html', 'dist/sign-in.html'],
      ['dist/register.html', 'dist/sign-up.html'],
      ['dist/users-list.html', 'dist/users.html'],
      ...['forgot-password', 'invoice', 'gallery', 'form-elements'].map((name): [string, string] => [
        `dist/${name}.html`,
        `dist/${name}.html`,
      ]),
    ],
    marked: {
      'dist/login.html': {
        'login email': kept('input[type=email]'),
        'login password': kept('input[type=password]'),
        remember: kept('input[type=checkbox]'),
        'sign in': kept('button[type=submit]'),
      },
      'dist/register.html': {
        'register name': kept('input[placeholder="Enter name"]'),
        'register email': kept('input[type=email]'),
        'register password': kept('input[type=password]'),
        agree: kept('input[type=checkbox]'),
        create: kept('button[type=submit]'),
      },
      'dist/forgot-password.html': {
        'forgot email': kept('input[type=email]'),
        'send password': ['button[type=submit]', '.card a.btn-primary, form a.btn-primary'],
      },
      'dist/invoice.html': {
        print: kept('button >> Print Invoice'),
        ...tablerBrand,
        'bar source code': ['.header a >> Source code', 'header a >> Source code'],
        user: ['.header .nav-link.pr-0', '[aria-label="Open user menu"]'],
        'bar home': ['.nav-tabs a >> Home', '.navbar-nav a >> Home'],
        interface: ['.nav-tabs a >> Interface', '.navbar-nav a >> Interface'],
        ...gone({
          'bar documentation': '.nav-tabs a >> Documentation',
          components: '.nav-tabs a >> Components',
          'bar pages': '.nav-tabs a >> Pages',
          'bar search': '.header-search',
          'fourth link': '.footer a >> Fourth link',
          faq: '.footer a >> FAQ',
          codecalm: 'footer a >> codecalm.net',
        }),
        'footer documentation': kept('footer a >> Documentation'),
        'footer source code': kept('footer a >> Source code'),
        'footer tabler': kept('footer a >> Tabler'),
      },
      'dist/users-list.html': {
        ...tablerBrand,
        'previous page': ['.pagination a >> Prev', '.pagination a >> prev'],
        'next page': ['.pagination a >> Next', '.pagination a >> next'],
        'page 3': kept('.pagination a >> 3'),
        ...gone({ 'size XL': 'input[value=xl]', 'user search': 'button >> Search' }),
      },
      'dist/gallery.html': {
        ...tablerBrand,
        'search photo': ['input[placeholder="Search photo"]', '.page-header input, .page-body input'],
        ...gone({ order: 'select' }),
      },
      'dist/form-elements.html': {
        ...tablerBrand,
        ...Object.fromEntries(
          ['Username', 'Last Name', 'Home Address', 'City', 'ZIP Code', 'Here can be your description'].map(
            (name) => [`profile ${name}`, kept(`form:has([placeholder="ZIP Code"]) [placeholder="${name}"]`)],
          ),
        ),
        'profile email': kept('form:has([placeholder="ZIP Code"]) [placeholder=Email]'),
        'profile update': kept('button >> Update Profile'),
        bio: kept('form:not(:has(select)) textarea'),
        go: kept('button >> Go!'),
        valid: kept('.is-valid:not(.is-valid-lite)'),
        invalid: kept('.is-invalid:not(.is-invalid-lite)'),
        slider: kept('input[type=range]'),
        'month field': kept('select[name="user[month]"]'),
        'year field': kept('select[name="user[year]"]'),
        disabled: kept('input[name=example-disabled-input][disabled]'),
        readonly: kept('input[name=example-disabled-input][readonly]'),
      },
    },
  },
]
