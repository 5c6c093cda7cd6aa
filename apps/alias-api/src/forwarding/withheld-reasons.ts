/** Why an email that a rule matches is not forwarded. */
export type Withheld =
  | 'forged'
  | 'missing'
  | 'literal'
  | 'spam'
  | 'loop'
  | 'stopped'
  | 'hosted'
  | 'suspended'
  | 'unknown'
  | 'header'
  | 'expired'
  | 'unencrypted'

/** The reason shown on a withheld email. */
export const withheldReasons: Record<Withheld, string> = {
  forged: 'The message fails DMARC.',
  missing: 'The domain of the sender does not exist.',
  literal: 'The sender has the IP address of another server as its domain.',
  spam: 'The message is spam.',
  loop: 'The message is in a mail loop.',
  stopped: 'The domain of the alias is not verified any more.',
  hosted: 'The destination is on a domain that hosts aliases.',
  suspended: 'The destination is suspended, because mail to it bounced, until it is confirmed again.',
  header: 'The header is too long.',
  expired: 'The PGP key of the destination has expired.',
  unencrypted: 'The message could not be encrypted with the PGP key of the destination.',
  unknown: 'DNS did not answer for a day, so the sender could not be authenticated.',
}
