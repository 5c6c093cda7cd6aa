import { htmlPage } from '@waypost/http'
import { subjectsOf, type NotificationKind } from './notification.ts'

type Page = [status: 200 | 404, html: string]

/** The page of a link asks first, because mail scanners follow links too. */
export const askPage = (kind: NotificationKind): Page => [
  200,
  htmlPage(
    'Unsubscribe?',
    `<p>You get no more emails about ${subjectsOf[kind]}. Other emails still come.</p>
<form method="post"><button>Unsubscribe</button></form>`,
  ),
]

export const unsubscribedPage = (kind: NotificationKind): Page => [
  200,
  htmlPage(
    'Unsubscribed',
    `<p>You get no more emails about ${subjectsOf[kind]}. You can switch them on again in the dashboard, under
<a href="/account/notifications">Settings, Notifications</a>.</p>`,
  ),
]

export const gonePage: Page = [
  404,
  htmlPage(
    'This link does not work',
    `<p>You can choose which emails you get in the dashboard, under
<a href="/account/notifications">Settings, Notifications</a>.</p>`,
  ),
]
