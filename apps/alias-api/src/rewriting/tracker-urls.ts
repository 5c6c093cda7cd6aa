/** What counts the openings of mails. A host stands for its subdomains too; without one, every host has the path. */
interface Tracker {
  host?: RegExp
  path?: RegExp
}

/**
 * Images by which services see that a mail was opened, whatever size they say to have: the addresses that the services
 * document, or that stand in the mail of their customers. Paths without a host are of services whose customers use domains of
 * their own.
 */
const trackers: Tracker[] = [
  // Mailchimp, Mandrill
  { host: /(?:^|\.)(?:list-manage\.com|mandrillapp\.com)$/, path: /^\/track\/open/ },
  // SendGrid
  { path: /^\/wf\/open$/ },
  // Amazon SES
  { host: /(?:^|\.)awstrack\.me$/, path: /^\/I0\// },
  // Postmark, SparkPost
  { host: /(?:^|\.)pstmrk\.it$/, path: /^\/open/ },
  { host: /(?:^|\.)spgo\.io$/, path: /^\/q\// },
  // Brevo
  { path: /^\/(?:mk|tr)\/op\// },
  // Campaign Monitor
  { host: /(?:^|\.)(?:cmail|createsend)\d*\.com$/, path: /\/o\.gif$/ },
  // Constant Contact
  { host: /(?:^|\.)rs6\.net$/, path: /^\/on\.jsp$/ },
  // Customer.io, Intercom, Klaviyo
  { path: /^\/e\/o\/[\w=-]{16,}$/ },
  { host: /(?:^|\.)intercom(?:-mail)?\.(?:io|com)$/, path: /^\/o$/ },
  { host: /^trk\.klaviyomail\.com$/ },
  // HubSpot
  { host: /(?:^|\.)(?:hubspotemail\.net|sidekickopen\d*\.com)$/ },
  { host: /^track\.hubspot\.com$/ },
  // Salesforce Marketing Cloud
  { path: /^\/open\.aspx$/ },
  // Outreach
  { path: /^\/api\/mailings\/opened\// },
  // Litmus
  { host: /(?:^|\.)emltrk\.com$/ },
  // Programs by which a person sees who opens a mail
  { host: /(?:^|\.)(?:mailtrack\.io|mltrk\.io)$/, path: /^\/(?:trace|pixel)/ },
  { host: /(?:^|\.)(?:bl-1\.com|getnotify\.com)$/ },
  { host: /^(?:r\.superhuman\.com|t\.yesware\.com|mailfoogae\.appspot\.com|track\.mixmax\.com)$/ },
  // Substack
  { host: /^eotrx\.substackcdn\.com$/ },
  // Of the web
  { host: /^(?:www\.|ssl\.)?google-analytics\.com$/ },
  { host: /(?:^|\.)facebook\.com$/, path: /^\/tr\/?$/ },
  { host: /^(?:ad\.doubleclick\.net|bat\.bing\.com|pixel\.wp\.com)$/ },
]

/** Whether an image is one by which a known service counts openings. */
export const isTracker = ({ hostname, pathname }: URL): boolean =>
  trackers.some(
    ({ host, path }) => (host?.test(hostname) ?? true) && (path?.test(pathname.slice(0, 200)) ?? true),
  )
