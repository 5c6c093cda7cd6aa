import type { Marked, Template } from '../template.ts'
import { both, gone, kept } from '../marks.ts'

const bar = '.navbar.fixed-top'
const social = Object.fromEntries(
  ['twitter', 'facebook-square', 'instagram'].map((name) => [
    `bar ${name}`,
    kept(`${bar} a:has(.fa-${name})`),
  ]),
)
const nowFooter: Record<string, Marked> = {
  ...both(['About Us', 'Blog', 'Invision'], (name) => `footer a >> ${name}`),
  ...gone({ licence: 'footer a >> MIT License' }),
  'footer creative tim': kept('footer nav a >> Creative Tim'),
  'coded by': kept('footer .copyright a >> Creative Tim'),
}
const nowButtons: Record<string, Marked> = {
  ...both(
    ['Round', 'With Icon', 'Small', 'Regular', 'Large', 'Launch Modal', 'Launch Modal Mini'],
    (name) => `button >> ${name}`,
  ),
  ...both(['Info', 'Success', 'Warning', 'Danger', 'Neutral'], (name) => `button:not(.btn-link) >> ${name}`),
  'first default': kept('button.btn-primary:not(.btn-link) >> Default'),
  'only icon': kept('button.btn-icon'),
  simple: ['button >> Simple', 'button >> Outline'],
  'plain default': kept('button[class="btn"] >> Default'),
  primary: kept('button.btn-primary:not(.btn-link) >> Primary'),
  'link default': kept('button.btn-link >> Default'),
  ...Object.fromEntries(
    ['Primary', 'Info', 'Success', 'Warning', 'Danger'].map((name) => [
      `link ${name}`,
      kept(`button.btn-link >> ${name}`),
    ]),
  ),
  ...Object.fromEntries(
    ['left', 'top', 'bottom', 'right'].flatMap((side) => [
      [`popover ${side}`, kept(`[data-toggle=popover][data-placement=${side}]`)],
      [`tooltip ${side}`, kept(`.btn-tooltip[data-placement=${side}]`)],
    ]),
  ),
}
const nowBars: Record<string, Marked> = {
  ...both(
    [
      'Menu',
      'Icons',
      'Primary color',
      'Info Color',
      'Success Color',
      'Warning Color',
      'Danger Color',
      'Transparent',
    ],
    (name) => `a.navbar-brand >> ${name}`,
  ),
  dropdown: kept('.nav-link >> Dropdown'),
  ...Object.fromEntries(
    ['Discover', 'Profile', 'Settings'].flatMap((name) => [
      [`primary ${name}`, kept(`.navbar.bg-primary:not(.fixed-top) a >> ${name}`)],
      [`info ${name}`, kept(`.navbar.bg-info a >> ${name}`)],
    ]),
  ),
  ...both(
    ['Share', 'Tweet', 'Pin', 'Facebook', 'Twitter', 'Instagram'],
    (name) => `.navbar:not(.fixed-top) a >> ${name}`,
  ),
  'google plus': kept('.navbar:not(.fixed-top) a:has([class*=fa-google-plus])'),
  ...both(['4', '5'], (name) => `.pagination a >> ${name}`),
  previous: kept('[aria-label=Previous]'),
  next: kept('[aria-label=Next]'),
}

/** A kit with many buttons and fields of one name. */
export const nowUiKit: Template[] = [
  {
    name: 'now-ui-kit',
    versions: ['1.0.0', '1.3.0'],
    isHeldOut: false,
    pages: ['index', 'examples/landing-page', 'examples/login-page', 'examples/profile-page'].map((name) => [
      `${name}.html`,
      `${name}.html`,
    ]),
    marked: {
      'index.html': {
        ...social,
        ...nowFooter,
        ...nowButtons,
        ...nowBars,
        brand: kept(`${bar} .navbar-brand`),
        download: kept(`${bar} a >> Download`),
        regular: kept('input[placeholder=Regular]'),
        success: kept('.form-control-success'),
        error: kept('.form-control-danger'),
        'left icon': kept('input[placeholder^=Left]'),
        'right icon': kept('input[placeholder^=Right]'),
        'first switch': kept('input.bootstrap-switch[checked]'),
        'second switch': kept('input.bootstrap-switch[data-on-label]'),
        date: kept('input.date-picker'),
        'last picture': kept('.carousel-control-prev'),
        'next picture': kept('.carousel-control-next'),
        'sign up facebook': kept('form .btn-facebook'),
        'sign up twitter': kept('form .btn-twitter'),
        'sign up google': kept('form .btn-google'),
        'sign up name': kept('form [placeholder^="First Name"]'),
        'sign up email': kept('form [placeholder^=Email]'),
        ...gone({ border: '[placeholder="With Border"]', 'sign up password': 'form [type=password]' }),
        ...both(
          [
            'Get Started',
            'View All Icons',
            'View Landing Page',
            'View Profile Page',
            'Download HTML',
            'Download PSD/Sketch',
          ],
          (name) => `a >> ${name}`,
        ),
        'landing picture': kept('a[href*=landing]:has(img)'),
        'profile picture': kept('a[href*=profile-page]:has(img)'),
        'share twitter': kept('a.btn-twitter[href*="twitter.com"]'),
        'share facebook': kept('a.btn-facebook[href*="facebook.com"]'),
        'share linkedin': kept('a.btn-linkedin'),
        'share github': kept('a.btn-github'),
      },
      'examples/landing-page.html': {
        issue: kept('a >> Have an issue?'),
        'company facebook': kept('.content-center a:has([class*=fa-facebook])'),
        'company twitter': kept('.content-center a:has([class*=fa-twitter])'),
        'links of romina': kept('.team-player:has(h4) a >> links'),
        'first name': kept('input[placeholder^="First Name"]'),
        email: kept('input[placeholder^=Email]'),
        send: kept('a >> Send Message'),
      },
      'examples/login-page.html': {
        'login name': kept('form input[placeholder^="First Name"]'),
        ...gone({ 'login password': 'form input[type=password]' }),
        ...both(['Get Started', 'Create Account', 'Need Help?'], (name) => `form a >> ${name}`),
      },
      'examples/profile-page.html': {
        follow: kept('a >> Follow'),
        'profile twitter': kept('.button-container a:has(.fa-twitter)'),
        'profile instagram': kept('.button-container a:has(.fa-instagram)'),
      },
    },
  },
]
