import type { ApiDescription } from '@waypost/http'
import { analytics } from '../analytics/analytics.ts'
import { contact, contactChange, newContact } from '../contacts/contact.ts'
import { domainRule, domainRuleChange, newDomainRule } from '../domain-rules/domain-rule.ts'
import { checkedDomain, createdDomain, domain, newDomain } from '../domains/domain.ts'
import { allDnsRecords } from '../domains/list-dns-records.ts'
import { attachment, emailChange, emailDetail, listedEmail, newEmail } from '../emails/email.ts'
import {
  createdForwardingAddress,
  forwardingAddress,
  forwardingAddressChange,
  newForwardingAddress,
} from '../forwarding-addresses/forwarding-address.ts'
import { forwardingRule, ruleChange } from '../forwarding-rules/forwarding-rule.ts'
import {
  headerCondition,
  mailConditions,
  mailRule,
  mailRulesChange,
  newMailRule,
} from '../mail-rules/mail-rule.ts'
import { caughtMessage } from '../outbound/caught-mail.ts'
import { smtpLogEntry } from '../smtp-log/smtp-log-entry.ts'

const at = '2026-03-02T09:30:00.000Z'
const id = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44'
const other = '0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45'

const received = {
  id,
  addressId: other,
  threadId: 'a0c5f3c2-5c0e-8d1b-9c55-3f0d6f0f3b1e',
  type: 'received',
  from: 'orders@shop.example',
  fromName: 'The shop',
  to: 'newsletters-x4k9mpq7t2vw@waypost.test',
  subject: 'Your order',
  bodyText: 'Thank you!',
  bodyHtml: '<p>Thank you!</p>',
  isRead: false,
  isStarred: false,
  receivedAt: at,
}
const authentication = {
  verdict: 'signed',
  spf: { result: 'pass', domain: 'bounces.shop.example' },
  dkim: [{ result: 'pass', domain: 'shop.example', selector: 's1', aligned: true }],
  dmarc: { result: 'pass', domain: 'shop.example', policy: 'reject' },
  arc: { result: 'none' },
}
const forwarding = { status: 'sent', to: 'ada@example.com', reason: null }
const file = {
  id: other,
  filename: 'invoice.pdf',
  contentType: 'application/pdf',
  size: 48_120,
  contentId: null,
  inline: false,
}
const pending = { id, domain: 'ada.dev', status: 'pending', createdAt: at }
const dnsRecords = {
  mx: { type: 'MX', host: 'ada.dev', value: 'mx.waypost.test', priority: 10 },
  txt: { type: 'TXT', host: 'ada.dev', value: 'waypost-verification=6f1d0c2a9b8e47d5a3c4f1e2d3b4a596' },
}
const dkim = {
  type: 'TXT',
  host: 'wp1._domainkey.ada.dev',
  value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B…',
  isPublished: true,
}
const bob = {
  id,
  email: 'bob@example.com',
  name: 'Bob',
  reverseAddress: 'reply-5gk2m7qdx3arw4nvtc6jhy7z@waypost.test',
  isBlocked: false,
  createdAt: at,
}
const shopRule = {
  id,
  domainId: other,
  position: 1,
  match: { type: 'regex', value: 'shop-.*' },
  alias: 'Shops',
  forwardToId: other,
  forwardToEmail: 'ada@example.com',
  expiresIn: null,
  autoRenew: true,
  isActive: true,
  aliasesCreated: 12,
  createdAt: at,
}
const mailbox = { id, email: 'ada@example.com', isVerified: false, createdAt: at }

const invoices = {
  id,
  conditions: { subject: 'invoice', hasAttachments: true },
  action: 'forward',
  forwardToId: other,
  forwardToEmail: 'ada@example.com',
  label: null,
  stop: true,
  isActive: true,
}

/** The schemas of mail and of forwarding. */
export const mailShapes: ApiDescription['schemas'] = {
  Email: { schema: listedEmail, example: { ...received, hasAttachments: true } },
  EmailDetail: {
    schema: emailDetail,
    example: {
      ...received,
      attachments: [file],
      codes: [{ value: '482913', isCertain: true }],
      links: [{ url: 'https://shop.example/confirm?t=1', text: 'Confirm your email', isConfirmation: true }],
      authentication,
      forwarding,
    },
  },
  EmailChange: { schema: emailChange, example: { isRead: true } },
  NewEmail: {
    schema: newEmail,
    example: { fromAddressId: other, to: 'bob@example.com', subject: 'Hello', body: 'Hello Bob' },
  },
  Contact: { schema: contact, example: bob },
  NewContact: { schema: newContact, example: { email: bob.email, name: bob.name } },
  ContactChange: { schema: contactChange, example: { isBlocked: true } },
  Attachment: { schema: attachment, example: file },
  Analytics: {
    schema: analytics,
    example: {
      totalAddresses: 12,
      activeAddresses: 3,
      totalEmailsReceived: 480,
      totalEmailsSent: 21,
      thisMonthReceived: 37,
      thisMonthSent: 2,
    },
  },
  Domain: { schema: domain, example: pending },
  NewDomain: { schema: newDomain, example: { domain: 'ada.dev' } },
  CreatedDomain: { schema: createdDomain, example: { ...pending, dnsRecords } },
  CheckedDomain: {
    schema: checkedDomain,
    example: { ...pending, dnsRecords, checks: { mx: 'found', txt: 'missing' } },
  },
  DnsRecords: {
    schema: allDnsRecords,
    example: {
      ...dnsRecords,
      spf: { type: 'TXT', host: 'ada.dev', value: 'v=spf1 a:mx.waypost.test ~all', finding: 'found' },
      dkim: [dkim],
      dmarc: { type: 'TXT', host: '_dmarc.ada.dev', value: 'v=DMARC1; p=quarantine', finding: 'missing' },
      hints: ['Publish the DMARC record, so that nobody else can send in the name of ada.dev.'],
    },
  },
  DomainRule: { schema: domainRule, example: shopRule },
  NewDomainRule: {
    schema: newDomainRule,
    example: { match: { type: 'regex', value: 'shop-.*' }, alias: 'Shops', forwardToId: other },
  },
  DomainRuleChange: { schema: domainRuleChange, example: { position: 1, isActive: false } },
  SmtpLogEntry: {
    schema: smtpLogEntry,
    example: {
      id,
      accepted: false,
      answer: '550 5.1.1 No such alias (expired)',
      from: 'orders@shop.example',
      clientIp: '192.0.2.7',
      clientName: 'mail.shop.example',
      createdAt: at,
    },
  },
  ForwardingAddress: { schema: forwardingAddress, example: { ...mailbox, verifiedAt: null } },
  NewForwardingAddress: { schema: newForwardingAddress, example: { email: mailbox.email } },
  ForwardingAddressChange: {
    schema: forwardingAddressChange,
    example: { hasAliasLinks: true, aliasLinksIn: 'footer' },
  },
  CreatedForwardingAddress: { schema: createdForwardingAddress, example: mailbox },
  ForwardingRule: {
    schema: forwardingRule,
    example: {
      id,
      forwardToId: other,
      forwardToEmail: mailbox.email,
      filterSender: '@shop.example',
      filterSubject: null,
      isActive: true,
    },
  },
  ForwardingRuleChange: { schema: ruleChange, example: { forwardToId: other, isActive: true } },
  MailRule: { schema: mailRule, example: invoices },
  MailConditions: { schema: mailConditions, example: invoices.conditions },
  HeaderCondition: { schema: headerCondition, example: { name: 'List-Id', contains: 'news.shop.example' } },
  NewMailRule: {
    schema: newMailRule,
    example: { conditions: { subject: 'invoice' }, action: 'forward', forwardToId: other, stop: true },
  },
  MailRulesChange: {
    schema: mailRulesChange,
    example: {
      rules: [
        { conditions: { spam: 'suspect' }, action: 'keep' },
        { conditions: { subject: 'invoice' }, action: 'forward', forwardToId: other, stop: true },
      ],
    },
  },
  CaughtMessage: {
    schema: caughtMessage,
    example: {
      id,
      from: 'newsletters-x4k9mpq7t2vw@waypost.test',
      to: 'bob@example.com',
      subject: 'Hello',
      bodyText: 'Hello Bob',
      bodyHtml: '',
      headers: [{ name: 'Subject', value: 'Hello' }],
      raw: 'Subject: Hello\r\n\r\nHello Bob\r\n',
      createdAt: at,
    },
  },
}
