/** The fields of the service's responses about mail that the suite reads. */
interface Email {
  id: string
  addressId: string
  threadId: string
  type: 'received' | 'sent'
  status?: 'queued' | 'sent' | 'bounced' | 'failed'
  from: string
  fromName: string
  to: string
  subject: string
  bodyText: string
  bodyHtml: string
  isRead: boolean
  isStarred: boolean
  receivedAt: string
}

export interface ListedEmail extends Email {
  hasAttachments: boolean
}

export interface EmailDetail extends Email {
  attachments: { id: string; filename: string | null; contentType: string; size: number }[]
}

export interface EmailPage {
  data: ListedEmail[]
  total: number
  limit: number
  offset: number
}

export interface Domain {
  id: string
  domain: string
  status: 'pending' | 'verified'
  createdAt: string
}

export interface CreatedDomain extends Domain {
  dnsRecords: {
    mx: { type: 'MX'; host: string; value: string; priority: number }
    txt: { type: 'TXT'; host: string; value: string }
  }
}

export interface ForwardingAddress {
  id: string
  email: string
  isVerified: boolean
  verifiedAt: string | null
  createdAt: string
}

export interface ForwardingRule {
  id: string | null
  forwardToId: string | null
  forwardToEmail: string | null
  filterSender: string | null
  filterSubject: string | null
  isActive: boolean
}

/** Mail that a service in development shows instead of sending it. */
export interface CaughtMessage {
  to: string
  subject: string
  bodyText: string
}
