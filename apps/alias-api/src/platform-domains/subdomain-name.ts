import { z } from 'zod'

// Names that the operator's own hosts have or may get, that mail programs and certificate authorities look for, and by which
// an account could pass for the operator.
const reserved = new Set(
  `abuse account accounts admin administrator alias aliases api app assets auth autoconfig autodiscover billing blog
  bounce bounces business cdn contact dashboard demo dev dns docs email example forward free ftp help host hostmaster
  images imap inbox info internal invoice list lists local localhost login mail mailer mailer-daemon media mta-sts mx
  news newsletter no-reply noreply ns official openpgpkey pay payment payments pop pop3 postmaster pro privacy proxy
  relay reply reset root search secure security server service shop signin signup smtp spam sso ssl ssladmin staging
  static status store support sysadmin system team test tls unsubscribe verify vpn waypost web webmail webmaster wiki
  www`.split(/\s+/),
)
const numbered = /^(?:dns|host|mail|mx|ns|relay|server|smtp|www)-?\d+$/

/** A name that an account claims below a platform domain: one label of letters, digits and single hyphens. */
export const subdomainName = z
  .string()
  .min(3)
  .max(63)
  // No two hyphens in a row, which begin the A-labels of names that look like others.
  .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/)
  .toLowerCase()
  .refine((name) => !reserved.has(name) && !numbered.test(name), 'name is reserved')
