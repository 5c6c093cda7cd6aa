/** Operation → what a caller should know beyond its summary. */
export const operationDescriptions: Record<string, string> = {
  createApiKey:
    'A key opens the routes under `/api/v1` that its scopes allow, and needs the Business plan. Keys of the mode `test` see and change test data only. Store `rawKey` at once: the service keeps only a hash of it.',
  listApiKeys:
    'The keys of the account with their scopes and when each was last used, without the keys themselves.',
  revokeApiKey:
    'The key is refused from the next request on, with the same error as an unknown one. This cannot be undone.',
  getAccount:
    '`limits` are those of the plan, `usage` shows each amount with what is used, and `sending` whether the account may send and why not.',
  listHeldAccess:
    'After a recovery of the account, keys, webhooks, forwarding rules and rules of domains that forward that existed before it may be on hold: they do nothing until their owner keeps them.',
  keepHeldAccess:
    'Ends the hold on one key, webhook or rule, which works again from then on. To remove it instead, delete it.',
  listAddresses:
    '`status` filters by time: `active` before `expiresAt`, `expired` from then on. The total is in the body, and `Link` leads to the next page.',
  createAddress:
    'The address consists of a slug of the label and random characters; only you see the label. On a domain of your own, `localPart` chooses what stands before the @. Without `expiresIn`, the alias lives as long as the plan’s default; with `autoRenew`, it is extended again and again. Mail to the name with a plus and anything after it comes to the same alias. Nothing is required: the body may be empty.',
  getAddress: '`isActive` is false while the alias is paused and once it has expired.',
  updateAddress:
    'Properties that are absent stay as they are. `expiresIn` counts from now, within the plan, and makes an expired alias active again. With `autoRenew`, the alias is extended by as much each time, for the last time when that is set to false.',
  deleteAddress: 'The alias receives nothing from now on, and its emails are deleted. This cannot be undone.',
  importAddresses:
    'The file is text in `csv`, 5,000 rows and 1 MiB at most. Columns are found by the names that SimpleLogin (`alias`, `note`, `enabled`, `mailboxes`) and addy.io (`email`, `description`, `active`, `recipients`) give them, or as `address` and `label`. Only addresses on verified domains of your own can be imported. A row forwards to those of its mailboxes that are verified forwarding addresses of yours, or, where none is, to `forwardToId`: to the first by the forwarding rule of the alias, to five more by rules (`GET /api/v1/addresses/:id/rules`). `leftOut` has the others, and why. A row that is refused does not keep the others from being created, and an alias that exists stays as it is, so a file can be imported again. Where not all fit the account’s limit, none is created.',
  exportAddress:
    'Received and sent emails that are not deleted, oldest first, in the format of RFC 4155, which mail programs import. Lines end in LF, and a line that begins with `From ` after any number of `>` has one `>` more; otherwise each message has the bytes of `/raw`.',
  exportEmails:
    'Each file in the zip is what the export of its alias has; aliases without emails have none. `account.json` has the aliases with their contacts; with the scope `forwarding:manage` also their rules and the forwarding addresses, and with `domains:read` the domains with their rules. It is written as it is read. A response that ends before its end is cut: the connection breaks. An account may read one at a time.',
  listPlatformDomains:
    'The first domain is the default for new aliases. Below those with `hasSubdomains`, accounts of the `plans` can claim a name of their own. Domains of your own are under `/api/v1/domains`.',
  listSmtpLog:
    'For when an email does not arrive: whether a server tried to deliver it, and what this service answered. The log begins a week ago.',
  listContacts:
    'Whoever’s mail was forwarded, and whom you have added. `reverseAddress` is where mail to the contact goes from your mailbox.',
  putContact:
    'To write to somebody first: send your mail from the mailbox that the alias forwards to, to `reverseAddress`. It leaves from the alias, and nothing in it names the mailbox. The call can be repeated: an address is one contact of an alias, whatever its case, and without `name` the contact keeps its name.',
  updateContact:
    'Properties that are absent stay as they are. While a contact is blocked, the alias refuses its mail as an unknown address would.',
  deleteContact:
    'Mail to its reverse address is refused from then on, and a block ends. The next forwarded mail of the same person makes another contact.',
  listEmails:
    'Received and sent emails. Bodies have at most 50,000 characters, fewer on long pages: read one email for its whole text. `is_deleted=true` lists the deleted ones. `threadId` lists a conversation, and `collapseThreads=true` the newest email of each.',
  watchEmails:
    'Each event has an email as lists have it, received or sent, and an id. The stream begins now, or after `Last-Event-ID` or `after`: nothing is left out, and nothing comes twice. A comment every 15 seconds, with the newest id, shows that it is still there. It ends after ten minutes: go on with the last id, as an `EventSource` does by itself.',
  sendEmail:
    'The email is accepted and sent later, from an active alias. Its `status` becomes `sent`, `bounced` or `failed`; with several recipients, `recipients` has that of each. With `inReplyTo`, it is in the conversation of the email that it answers. From a domain of your own it is refused (409) until DNS has the DKIM key of the domain, unless `allowUnsigned` is true. Mail of test keys is captured and reaches nobody.',
  getEmail:
    'With its whole text and its attachments’ names. `codes` are the one-time codes in it and `links` its links; what is certain can be used without a look. `authentication` shows the results of SPF, DKIM, DMARC and ARC, `forwarding` what became of a forward.',
  updateEmail:
    'Properties that are absent stay as they are. With `isSpam: false`, an email that was withheld as spam is forwarded now, once, by the rule that its alias has now.',
  deleteEmail: 'It is listed with `is_deleted=true` from then on, and can still be read.',
  restoreEmail:
    'With its marks, as long as retention has not removed it. One that is not deleted answers 404. No event is published.',
  getAttachment:
    'The bytes of the file, as a download that no browser displays. Its name and type are in the email.',
  getEmailRemoteImage:
    'Only images that its HTML shows are loaded, among its first half a million characters, from public addresses: no tracking pixels, and nothing that a known service counts openings by. The request to the image’s server has no cookie, no referrer and nothing else of the reader. PNG, JPEG, GIF, WebP, AVIF and BMP of 5 MiB at most are returned, within 10 seconds; an account may load eight at once.',
  getRawEmail:
    'The message in the format of RFC 5322, with all its header fields, for programs that parse mail themselves.',
  getOverview:
    'Days are in UTC. An email counts on the day on which it was listed or sent, as long as it is kept: those of a deleted alias do not count. Sending and limits are those of live and test data together, the rest is of the key’s own data.',
  getAnalytics: 'The month is the calendar month in UTC. Test keys count test data.',
  listForwardingAddresses:
    'Mail is forwarded only to addresses that are verified: whoever reads the mailbox has confirmed it.',
  createForwardingAddress:
    'The link in the email opens a page with a button, and works once, for 24 hours. A mailbox gets at most one link a minute and five a day, whoever asks for them.',
  getForwardingAddress: 'Read it to see whether the mailbox has been confirmed.',
  deleteForwardingAddress:
    'Mail is no longer forwarded to it, from the next message on. Rules of aliases with `stop` keep their mail from then on (`keep`), so that it does not go on to the next rule; those without are deleted.',
  resendVerification:
    'For a link that was lost or has expired. A mailbox gets at most one link a minute and five a day.',
  getForwardingRule:
    'An alias has one rule. Where `forwardToId` is null, nothing is forwarded. `suspension` is there while the mailbox is suspended because mail to it bounced: send it a new verification link.',
  updateForwardingRule:
    'A filter is a part of the sender or of the subject, in any case; both filters have to match. `null` removes a filter, and `"forwardToId": null` switches the rule off. With `removesTrackers`, forwards have no tracking pixels and no tracking parameters in links: see `forwarding.removed` of an email. Mail that fails DMARC is forwarded with a mark where the domain of its author asks for reports alone (`p=none`), for the rules of the alias too; `"forwardsUnverified": false` withholds it.',
  listMailRules:
    'What becomes of mail to the alias, before its forwarding rule. Each rule that matches acts, down to the first with `stop`; the forwarding rule comes last. The `ETag` identifies their version.',
  replaceMailRules:
    'Send the `ETag` as `If-Match`, and the change is refused with a 412 if somebody else was faster. Give all rules in their order: 20 at most, none to delete them. A rule matches an email that meets all of its `conditions`. `forward` forwards it to `forwardToId`; `label` adds a label; `keep` leaves it with the alias alone; `discard` moves it to the deleted emails, where it has `removedByRule`, and publishes `email.deleted` in place of `email.received`; `webhook` publishes `email.received` and keeps it among the deleted emails alone. After `keep`, `discard` and `webhook` no later rule is looked at. Rules hold for mail that is received from then on.',
  claimSubdomain:
    'Where `hasSubdomains` is true, an account of one of the `plans` can claim a name below the platform domain, such as `alice.in.waypost.test`, and has aliases with chosen names, a catch-all and rules on it, as on a domain of its own. The domain is verified at once and is under `/api/v1/domains`, where deleting it releases the name. Nobody else ever gets a name that was claimed; an account can claim five in all. Some names are reserved.',
  listDomains:
    'The custom domains of the account, and whether each is verified, and its subdomains of platform domains, which have `platformDomain`.',
  createDomain:
    'Publish the MX record and the TXT record of the response. The service then looks for them with growing pauses, until a week after the last request. Public suffixes and reserved names are refused.',
  getDomain: 'Read it to see whether the domain has been verified.',
  listDnsRecords:
    'The MX and TXT records prove that the domain is yours; SPF, DKIM and DMARC are for mail that you send. DNS is asked for those at once: `finding` is `wrong` where a record is there but does not let this service send or has no valid policy, and `hints` say what to do about each thing that is missing.',
  verifyDomain:
    'Answers with what DNS has at the moment. It can be repeated; each request prolongs the checks by a week.',
  deleteDomain:
    'The aliases on the domain receive nothing from then on. This cannot be undone. The name of a subdomain of a platform domain stays with the account, which can claim it again.',
  listDomainRules:
    'Mail to a name that has no alias on the domain makes the alias, by the first active rule that matches the name. Without rules it is refused.',
  createDomainRule:
    '`match` is for any name, for names with a prefix, or for names that a regular expression of RE2 matches as a whole, in any case. The rules of a domain, 20 at most, act once it is verified. What they make are aliases like others, under the same limits, and so many an hour for an account. A name whose alias was deleted gets no other.',
  matchDomainRule:
    'Makes nothing. `rule` is null where no active rule matches the name. It does not say whether the name has an alias already, or had one.',
  getDomainRule: '`aliasesCreated` counts the aliases that the rule has made, deleted ones too.',
  updateDomainRule:
    'Properties that are absent stay as they are. `position` moves the rule. The aliases that it has made stay as they are.',
  deleteDomainRule: 'The aliases that it has made stay. Names that only it matched are refused from then on.',
  createWebhook:
    'The webhook receives the events that it names, of its own mode: live or test. Without a `secret` in the request one is generated, which also signs the time of each attempt. Store it at once: it is not shown again.',
  listWebhooks:
    'A webhook that the service has disabled has the time and the reason in `disabledAt` and `disabledReason`.',
  getWebhook: 'Without its secret; with why the service disabled it, where it did.',
  updateWebhook:
    'Properties that are absent stay as they are, and so do headers. For 24 hours after its secret is replaced, the old secret also signs in `webhook-signature`. `"isActive": true` enables it again.',
  listEventTypes:
    'Each with when it happens, the JSON Schema of its `data` and an example. Bodies of deliveries have it under `data`, beside `event` and `timestamp`.',
  previewWebhookMessage:
    'What a webhook with that `format` gets for the example of that event: its text for people, and the body that is sent. Sends nothing.',
  testWebhookFilter:
    'Compares a filter with the data of an event as publishing does, and sends nothing. The language is on the page about receiving webhooks.',
  deleteWebhook: 'Its deliveries that are still to be made are cancelled. This cannot be undone.',
  getWebhookHealth:
    'Counted as attempts end, tests and redeliveries included, in the last 24 and the last 168 hours, the current one among them. Durations are counted in ranges, and the percentiles lie in the right range.',
  listDeliveries:
    'Newest first, with the requests and the responses of all attempts. Follow `Link` for older ones. A page of `q` or `response` looks at the next 5,000 deliveries that the other filters leave, so it may be short or empty and still have a `Link`.',
  listAllDeliveries:
    'As the deliveries of one webhook are listed, each with its webhook and the origin of its URL.',
  exportDeliveries:
    'Streams everything that the filters leave, up to the moment of the request. A response that ends before its end is cut: the connection breaks. An account may read two exports at once.',
  pullEvents:
    'For receivers that no request can reach. The first call begins the feed: events from then on are in it, in an order in which none is ever passed by. `after` acknowledges: what you have pulled and acknowledged is not pushed. An account may wait ten times at once.',
  redeliverDelivery:
    'The same body is sent again under the same delivery id, at once and then by the schedule, so a receiver that has handled it can skip it.',
  recoverWebhook:
    'For after an outage of the receiver. The call can be repeated: nothing is queued twice. The response has the number of deliveries; with `dryRun`, nothing is queued.',
  listAuditLogs:
    'A change is in the log if and only if it was committed; reads and refusals follow within a second.',
  listOperatorDnsRecords:
    'For the operator, who publishes them so that mail for platform domains arrives and mail from them is trusted.',
  listTopAccounts:
    'To find out who keeps the service busy: the accounts with most waiting work in each queue, and with most requests. With cells, of all databases.',
  setPlan: 'For the operator or a billing system. Aliases that exist keep their time of expiry.',
  getAccountLimits: 'The same as the account sees it, for the operator.',
  setAccountLimits: 'They hold from the account’s next request on. What it has beyond a lower limit stays.',
  suspendAccount: 'The account sees the reason. Mail that is queued is kept and leaves after `unsuspend`.',
  unsuspendAccount:
    'Ends a stop by the operator and one by bounces or complaints. Its bounces and complaints of the last days no longer count.',
  showVerification:
    'The link of the verification email leads here. Mail scanners that follow links confirm nothing by it.',
  confirmForwardingAddress:
    'The form of that page is sent here. From then on, rules can forward mail to the address. Where it was suspended, mail of the last week that was withheld from it for that is forwarded, 1,000 emails at most.',
  updateForwardingAddress:
    'With `hasAliasLinks`, forwarded mail has links in its header that disable and extend its alias without signing in, for 90 days. A mail program’s button to unsubscribe disables the alias then, unless the author’s signature covers that field. With `"aliasLinksIn": "footer"`, the links are below the texts instead, wherever a message can have that. They work only while this is on and the alias forwards to this mailbox. With `pgpKey`, an OpenPGP public key in ASCII armor, forwarded mail is encrypted to that key (PGP/MIME), with `hidesSubject` its subject too. While the key has expired, mail is withheld. `"pgpKey": null` ends it.',
  showAliasLink: 'A link in forwarded mail leads here. Mail scanners that follow links change nothing by it.',
  followAliasLink:
    'The form of that page is sent here, and what a mail program sends for its button to unsubscribe (RFC 8058). Doing it again changes nothing more.',
  listCaughtMail:
    'Exists only where the service runs without a mail server for development. Shows everybody’s mail to anybody.',
}

/** Operation → the body of an example request, where the body has no shape with an example. */
export const requestExamples: Record<string, unknown> = {
  previewWebhookMessage: { format: 'slack', event: 'email.received' },
  testWebhookFilter: {
    filter: { from: { $in: ['ada@example.org'] } },
    data: { from: 'ada@example.org', subject: 'Hello' },
  },
  recoverWebhook: { since: '2026-03-02T09:30:00.000Z' },
  matchDomainRule: { localPart: 'shop-7' },
  claimSubdomain: { name: 'alice' },
  setPlan: { plan: 'pro' },
  setAccountLimits: { recipientsPerDay: 2000, webhooks: null },
  suspendAccount: { reason: 'Complaints about mail of 2 March' },
}
