export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Its database answers too */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys, the revoked ones too, the newest first */
        get: operations["listApiKeys"];
        put?: never;
        /** Create a key; `rawKey` is shown this once */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key, for good */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plan, and what it allows */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/held-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys, webhooks and rules of forwarding that are off until their owner keeps them */
        get: operations["listHeldAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/held-access/{id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switch a held key, webhook or rule of forwarding on again */
        post: operations["keepHeldAccess"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List aliases, the newest first */
        get: operations["listAddresses"];
        put?: never;
        /** Create an alias */
        post: operations["createAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an alias and its e-mails, for good */
        delete: operations["deleteAddress"];
        options?: never;
        head?: never;
        /** Relabel, pause or extend an alias */
        patch: operations["updateAddress"];
        trace?: never;
    };
    "/api/v1/platform-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domains on which addresses can be had, and by whom */
        get: operations["listPlatformDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/{id}/receptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was said to servers that had mail for an alias, refusals too, the newest first, for a week */
        get: operations["listReceptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List emails, the newest first; bodies may be cut */
        get: operations["listEmails"];
        put?: never;
        /** Queue an email from an alias; what becomes of it is in its status */
        post: operations["sendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an email, also a deleted one */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        /** Move an email to the deleted ones */
        delete: operations["deleteEmail"];
        options?: never;
        head?: never;
        /** Mark an email as read or starred */
        patch: operations["updateEmail"];
        trace?: never;
    };
    "/api/v1/emails/{id}/attachments/{attachmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An attachment as a file */
        get: operations["getAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole message byte for byte, as it came or as it left */
        get: operations["getRawEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many aliases and emails there were in all, and this month */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forwarding-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the mailboxes that mail can be forwarded to */
        get: operations["listForwardingAddresses"];
        put?: never;
        /** Add a mailbox, and send it the link that confirms it */
        post: operations["createForwardingAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forwarding-addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a mailbox, and whether it is confirmed */
        get: operations["getForwardingAddress"];
        put?: never;
        post?: never;
        /** Delete a mailbox, and the rules that forward to it */
        delete: operations["deleteForwardingAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/forwarding-addresses/{id}/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send another link to a mailbox; the one before does not work any more */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/addresses/{id}/forwarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where the mail of an alias is forwarded */
        get: operations["getForwardingRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Have the mail of an alias forwarded, all of it or some, or none */
        patch: operations["updateForwardingRule"];
        trace?: never;
    };
    "/api/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List custom domains */
        get: operations["listDomains"];
        put?: never;
        /** Add a custom domain; the records that are to be entered are shown this once, and by verifying it */
        post: operations["createDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}/dns-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is to be entered where the domain is managed, to receive, to send, and to be believed */
        get: operations["listDnsRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look at the records now, and go on looking with growing pauses where they are not there yet */
        post: operations["verifyDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a custom domain; its aliases receive no more */
        delete: operations["deleteDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks, the newest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Register a webhook; `secret` is shown this once */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a webhook; what is still to be sent is cancelled */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook, replace its secret, or enable it again */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent to a webhook, and what it answered */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again, under its id */
        post: operations["redeliverDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send again all that failed or was cancelled since a time */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was asked, by which key and from where, the newest first */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dev/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What would have left, the newest first; only in development */
        get: operations["listCaughtMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dns-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is to be entered for each domain of the operator’s */
        get: operations["listOperatorDnsRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/accounts/{ownerId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put an account on a plan, from its next request on */
        put: operations["setPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verify-forwarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page that asks whether mail may be forwarded; confirms nothing by itself */
        get: operations["showVerification"];
        put?: never;
        /** What the button on that page does, once for each link */
        post: operations["confirmForwardingAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "email": "ada@example.com",
         *       "plan": "business",
         *       "limits": {
         *         "requestsPerMinute": 100,
         *         "minTtlSeconds": 60,
         *         "defaultTtlSeconds": 2592000,
         *         "maxTtlSeconds": 2592000,
         *         "customDomains": true
         *       }
         *     }
         */
        Account: {
            id: string;
            email: string | null;
            /** @enum {string} */
            plan: "free" | "pro" | "business";
            limits: {
                requestsPerMinute: number | null;
                minTtlSeconds: number;
                defaultTtlSeconds: number;
                maxTtlSeconds: number;
                customDomains: boolean;
            };
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "address": "newsletters-x4k9mpq7t2vw@waypost.test",
         *       "alias": "Newsletters",
         *       "isActive": true,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "expiresAt": "2026-04-01T09:30:00.000Z"
         *     }
         */
        Alias: {
            /** Format: uuid */
            id: string;
            address: string;
            alias: string | null;
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /**
         * @example {
         *       "isActive": false
         *     }
         */
        AliasChange: {
            alias?: string | null;
            isActive?: boolean;
            expiresIn?: number;
        };
        /**
         * @example {
         *       "totalAddresses": 12,
         *       "activeAddresses": 3,
         *       "totalEmailsReceived": 480,
         *       "totalEmailsSent": 21,
         *       "thisMonthReceived": 37,
         *       "thisMonthSent": 2
         *     }
         */
        Analytics: {
            totalAddresses: number;
            activeAddresses: number;
            totalEmailsReceived: number;
            totalEmailsSent: number;
            thisMonthReceived: number;
            thisMonthSent: number;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Nightly reports",
         *       "prefix": "jm_live_1f0c",
         *       "scopes": [
         *         "emails:read",
         *         "emails:write"
         *       ],
         *       "mode": "live",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "lastUsedAt": null,
         *       "revokedAt": null
         *     }
         */
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            prefix: string;
            scopes: ("emails:read" | "emails:write" | "analytics:read" | "domains:read" | "domains:manage" | "webhooks:manage" | "forwarding:manage")[];
            /** @enum {string} */
            mode: "live" | "test";
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *       "filename": "invoice.pdf",
         *       "contentType": "application/pdf",
         *       "size": 48120,
         *       "contentId": null,
         *       "inline": false
         *     }
         */
        Attachment: {
            /** Format: uuid */
            id: string;
            filename: string | null;
            contentType: string;
            size: number;
            contentId: string | null;
            inline: boolean;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "action": "address.create",
         *       "method": "POST",
         *       "path": "/api/v1/addresses",
         *       "statusCode": 201,
         *       "keyId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "ip": "203.0.113.7",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        AuditLog: {
            /** Format: uuid */
            id: string;
            action: string;
            method: string;
            path: string;
            statusCode: number;
            keyId: string | null;
            ip: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "from": "newsletters-x4k9mpq7t2vw@waypost.test",
         *       "to": "bob@example.com",
         *       "subject": "Hello",
         *       "bodyText": "Hello Bob",
         *       "bodyHtml": "",
         *       "raw": "Subject: Hello\r\n\r\nHello Bob\r\n",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        CaughtLetter: {
            /** Format: uuid */
            id: string;
            from: string;
            to: string;
            subject: string;
            bodyText: string;
            bodyHtml: string;
            raw: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "domain": "ada.dev",
         *       "status": "pending",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "dnsRecords": {
         *         "mx": {
         *           "type": "MX",
         *           "host": "ada.dev",
         *           "value": "mx.waypost.test",
         *           "priority": 10
         *         },
         *         "txt": {
         *           "type": "TXT",
         *           "host": "ada.dev",
         *           "value": "waypost-verification=6f1d0c2a9b8e47d5a3c4f1e2d3b4a596"
         *         }
         *       },
         *       "checks": {
         *         "mx": "found",
         *         "txt": "missing"
         *       }
         *     }
         */
        CheckedDomain: {
            /** Format: uuid */
            id: string;
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** Format: date-time */
            createdAt: string;
            dnsRecords: {
                mx: {
                    /** @constant */
                    type: "MX";
                    host: string;
                    value: string;
                    priority: number;
                };
                txt: {
                    /** @constant */
                    type: "TXT";
                    host: string;
                    value: string;
                };
            };
            checks: {
                /** @enum {string} */
                mx: "found" | "missing" | "wrong" | "unknown";
                /** @enum {string} */
                txt: "found" | "missing" | "wrong" | "unknown";
            };
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "address": "newsletters-x4k9mpq7t2vw@waypost.test",
         *       "alias": "Newsletters",
         *       "isActive": true,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "expiresAt": "2026-04-01T09:30:00.000Z",
         *       "forwarding": null
         *     }
         */
        CreatedAlias: {
            /** Format: uuid */
            id: string;
            address: string;
            alias: string | null;
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            forwarding: {
                /** Format: uuid */
                forwardToId: string;
                forwardToEmail: string;
                isActive: boolean;
            } | null;
        };
        /**
         * @example {
         *       "apiKey": {
         *         "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *         "name": "Nightly reports",
         *         "prefix": "jm_live_1f0c",
         *         "scopes": [
         *           "emails:read",
         *           "emails:write"
         *         ],
         *         "mode": "live",
         *         "createdAt": "2026-03-02T09:30:00.000Z",
         *         "lastUsedAt": null,
         *         "revokedAt": null
         *       },
         *       "rawKey": "jm_live_1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b"
         *     }
         */
        CreatedApiKey: {
            apiKey: components["schemas"]["ApiKey"];
            rawKey: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "domain": "ada.dev",
         *       "status": "pending",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "dnsRecords": {
         *         "mx": {
         *           "type": "MX",
         *           "host": "ada.dev",
         *           "value": "mx.waypost.test",
         *           "priority": 10
         *         },
         *         "txt": {
         *           "type": "TXT",
         *           "host": "ada.dev",
         *           "value": "waypost-verification=6f1d0c2a9b8e47d5a3c4f1e2d3b4a596"
         *         }
         *       }
         *     }
         */
        CreatedDomain: {
            /** Format: uuid */
            id: string;
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** Format: date-time */
            createdAt: string;
            dnsRecords: {
                mx: {
                    /** @constant */
                    type: "MX";
                    host: string;
                    value: string;
                    priority: number;
                };
                txt: {
                    /** @constant */
                    type: "TXT";
                    host: string;
                    value: string;
                };
            };
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "email": "ada@example.com",
         *       "isVerified": false,
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        CreatedForwardingAddress: {
            /** Format: uuid */
            id: string;
            email: string;
            isVerified: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "email.received",
         *         "address.expired"
         *       ],
         *       "secret": "whsec_shown-this-once",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        CreatedWebhook: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("email.received" | "email.deleted" | "address.created" | "address.expired" | "address.deleted")[];
            /** Format: date-time */
            createdAt: string;
            secret: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "event": "address.expired",
         *       "status": "delivered",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "endedAt": "2026-03-02T09:30:00.000Z",
         *       "nextAttemptAt": null,
         *       "failedAttempts": 0,
         *       "body": "{\"event\":\"address.expired\",\"timestamp\":1772443800000,\"data\":{}}",
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "startedAt": "2026-03-02T09:30:00.000Z",
         *           "durationMs": 42,
         *           "status": 204,
         *           "error": null,
         *           "requestHeaders": {
         *             "X-Service-Timestamp": "1772443800000"
         *           },
         *           "responseBody": ""
         *         }
         *       ]
         *     }
         */
        Delivery: {
            /** Format: uuid */
            id: string;
            event: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed" | "cancelled";
            /** Format: date-time */
            createdAt: string;
            endedAt: string | null;
            nextAttemptAt: string | null;
            failedAttempts: number;
            body: string;
            attempts: {
                number: number;
                /** Format: date-time */
                startedAt: string;
                durationMs: number | null;
                status: number | null;
                error: string | null;
                requestHeaders: {
                    [key: string]: string;
                } | null;
                responseBody: string | null;
            }[];
        };
        /**
         * @example {
         *       "mx": {
         *         "type": "MX",
         *         "host": "ada.dev",
         *         "value": "mx.waypost.test",
         *         "priority": 10
         *       },
         *       "txt": {
         *         "type": "TXT",
         *         "host": "ada.dev",
         *         "value": "waypost-verification=6f1d0c2a9b8e47d5a3c4f1e2d3b4a596"
         *       },
         *       "spf": {
         *         "type": "TXT",
         *         "host": "ada.dev",
         *         "value": "v=spf1 a:mx.waypost.test ~all"
         *       },
         *       "dkim": [
         *         {
         *           "type": "TXT",
         *           "host": "wp1._domainkey.ada.dev",
         *           "value": "v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0B…",
         *           "isPublished": true
         *         }
         *       ],
         *       "dmarc": {
         *         "type": "TXT",
         *         "host": "_dmarc.ada.dev",
         *         "value": "v=DMARC1; p=quarantine"
         *       }
         *     }
         */
        DnsRecords: {
            mx: {
                /** @constant */
                type: "MX";
                host: string;
                value: string;
                priority: number;
            };
            txt: {
                /** @constant */
                type: "TXT";
                host: string;
                value: string;
            };
            spf: {
                /** @constant */
                type: "TXT";
                host: string;
                value: string;
            };
            dkim: {
                /** @constant */
                type: "TXT";
                host: string;
                value: string;
                isPublished: boolean;
            }[];
            dmarc: {
                /** @constant */
                type: "TXT";
                host: string;
                value: string;
            };
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "domain": "ada.dev",
         *       "status": "pending",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Domain: {
            /** Format: uuid */
            id: string;
            domain: string;
            /** @enum {string} */
            status: "pending" | "verified";
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "addressId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *       "type": "received",
         *       "from": "orders@shop.example",
         *       "fromName": "The shop",
         *       "to": "newsletters-x4k9mpq7t2vw@waypost.test",
         *       "subject": "Your order",
         *       "bodyText": "Thank you!",
         *       "bodyHtml": "<p>Thank you!</p>",
         *       "isRead": false,
         *       "isStarred": false,
         *       "receivedAt": "2026-03-02T09:30:00.000Z",
         *       "hasAttachments": true
         *     }
         */
        Email: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            addressId: string;
            /** @enum {string} */
            type: "received" | "sent";
            /** @enum {string} */
            status?: "queued" | "sent" | "bounced" | "failed";
            statusReason?: string;
            from: string;
            fromName: string;
            to: string;
            subject: string;
            /** @description At most the first 50000 characters, fewer where limit is above 50 */
            bodyText: string;
            /** @description At most the first 50000 characters, fewer where limit is above 50 */
            bodyHtml: string;
            isRead: boolean;
            isStarred: boolean;
            /** Format: date-time */
            receivedAt: string;
            hasAttachments: boolean;
        };
        /**
         * @example {
         *       "isRead": true
         *     }
         */
        EmailChange: {
            isRead?: boolean;
            isStarred?: boolean;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "addressId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *       "type": "received",
         *       "from": "orders@shop.example",
         *       "fromName": "The shop",
         *       "to": "newsletters-x4k9mpq7t2vw@waypost.test",
         *       "subject": "Your order",
         *       "bodyText": "Thank you!",
         *       "bodyHtml": "<p>Thank you!</p>",
         *       "isRead": false,
         *       "isStarred": false,
         *       "receivedAt": "2026-03-02T09:30:00.000Z",
         *       "attachments": [
         *         {
         *           "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *           "filename": "invoice.pdf",
         *           "contentType": "application/pdf",
         *           "size": 48120,
         *           "contentId": null,
         *           "inline": false
         *         }
         *       ],
         *       "authentication": {
         *         "verdict": "signed",
         *         "spf": {
         *           "result": "pass",
         *           "domain": "bounces.shop.example"
         *         },
         *         "dkim": [
         *           {
         *             "result": "pass",
         *             "domain": "shop.example",
         *             "selector": "s1",
         *             "aligned": true
         *           }
         *         ],
         *         "dmarc": {
         *           "result": "pass",
         *           "domain": "shop.example",
         *           "policy": "reject"
         *         },
         *         "arc": {
         *           "result": "none"
         *         }
         *       },
         *       "forwarding": {
         *         "status": "sent",
         *         "to": "ada@example.com",
         *         "reason": null
         *       }
         *     }
         */
        EmailDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            addressId: string;
            /** @enum {string} */
            type: "received" | "sent";
            /** @enum {string} */
            status?: "queued" | "sent" | "bounced" | "failed";
            statusReason?: string;
            from: string;
            fromName: string;
            to: string;
            subject: string;
            bodyText: string;
            bodyHtml: string;
            isRead: boolean;
            isStarred: boolean;
            /** Format: date-time */
            receivedAt: string;
            attachments: components["schemas"]["Attachment"][];
            authentication?: {
                /** @enum {string} */
                verdict: "signed" | "vouched" | "unprotected" | "forged" | "unknown";
                spf: {
                    result: string;
                    domain: string | null;
                };
                dkim: {
                    result: string;
                    domain: string | null;
                    selector: string | null;
                    aligned: boolean;
                }[];
                dmarc: {
                    result: string;
                    domain: string | null;
                    policy: string | null;
                };
                arc: {
                    result: string;
                };
            };
            forwarding?: {
                /** @enum {string} */
                status: "withheld" | "queued" | "sent" | "bounced" | "failed";
                to: string;
                reason: string | null;
            };
        };
        /**
         * @example {
         *       "error": "Not found"
         *     }
         */
        Error: {
            error: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "email": "ada@example.com",
         *       "isVerified": false,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "verifiedAt": null
         *     }
         */
        ForwardingAddress: {
            /** Format: uuid */
            id: string;
            email: string;
            isVerified: boolean;
            verifiedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "forwardToId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *       "forwardToEmail": "ada@example.com",
         *       "filterSender": "@shop.example",
         *       "filterSubject": null,
         *       "isActive": true
         *     }
         */
        ForwardingRule: {
            id: string | null;
            forwardToId: string | null;
            forwardToEmail: string | null;
            filterSender: string | null;
            filterSubject: string | null;
            isActive: boolean;
        };
        /**
         * @example {
         *       "forwardToId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a45",
         *       "isActive": true
         *     }
         */
        ForwardingRuleChange: {
            forwardToId?: string | null;
            filterSender?: string | null;
            filterSubject?: string | null;
            isActive?: boolean;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "kind": "api_key",
         *       "name": "Nightly reports",
         *       "target": "jm_live_1f0c",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "heldAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        HeldAccess: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "api_key" | "webhook" | "forwarding_rule";
            name: string;
            target: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldAt: string;
        };
        /**
         * @example {
         *       "alias": "Newsletters",
         *       "expiresIn": 86400
         *     }
         */
        NewAlias: {
            alias?: string;
            domain?: string;
            /** Format: uuid */
            platformDomainId?: string;
            expiresIn?: number;
            /** Format: uuid */
            forwardToId?: string;
        };
        /**
         * @example {
         *       "name": "Nightly reports",
         *       "scopes": [
         *         "emails:read",
         *         "emails:write"
         *       ],
         *       "mode": "live"
         *     }
         */
        NewApiKey: {
            name: string;
            scopes: ("emails:read" | "emails:write" | "analytics:read" | "domains:read" | "domains:manage" | "webhooks:manage" | "forwarding:manage")[];
            /**
             * @default live
             * @enum {string}
             */
            mode: "live" | "test";
        };
        NewDomain: {
            domain: string;
        };
        NewEmail: {
            /** Format: uuid */
            fromAddressId: string;
            /** Format: email */
            to: string;
            subject: string;
            body: string;
            bodyHtml?: string;
        };
        NewForwardingAddress: {
            /** Format: email */
            email: string;
        };
        /**
         * @example {
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "email.received",
         *         "address.expired"
         *       ]
         *     }
         */
        NewWebhook: {
            url: string;
            events: ("email.received" | "email.deleted" | "address.created" | "address.expired" | "address.deleted")[];
            secret?: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "domain": "waypost.test",
         *       "plans": [
         *         "free",
         *         "pro",
         *         "business"
         *       ]
         *     }
         */
        PlatformDomain: {
            /** Format: uuid */
            id: string;
            domain: string;
            plans: ("free" | "pro" | "business")[];
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "accepted": false,
         *       "answer": "550 5.1.1 No such alias (expired)",
         *       "from": "orders@shop.example",
         *       "clientIp": "192.0.2.7",
         *       "clientName": "mail.shop.example",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Reception: {
            /** Format: uuid */
            id: string;
            accepted: boolean;
            answer: string;
            from: string;
            clientIp: string;
            clientName: string;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "email.received",
         *         "address.expired"
         *       ],
         *       "isActive": true,
         *       "failureCount": 0,
         *       "lastTriggeredAt": "2026-03-02T09:30:00.000Z",
         *       "lastStatus": 200,
         *       "disabledAt": null,
         *       "disabledReason": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("email.received" | "email.deleted" | "address.created" | "address.expired" | "address.deleted")[];
            isActive: boolean;
            failureCount: number;
            lastTriggeredAt: string | null;
            lastStatus: number | string | null;
            disabledAt: string | null;
            disabledReason: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "events": [
         *         "email.received"
         *       ]
         *     }
         */
        WebhookChange: {
            isActive?: boolean;
            url?: string;
            events?: ("email.received" | "email.deleted" | "address.created" | "address.expired" | "address.deleted")[];
            secret?: string;
        };
    };
    responses: {
        /** @description API key is missing; or Invalid API key */
        APIKeyIsMissingOrInvalidAPIKey: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Alias not found */
        AliasNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Domain not found */
        DomainNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Email not found */
        EmailNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Forwarding address not found */
        ForwardingAddressNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Idempotency-Key was used with another request */
        IdempotencyKeyWasUsedWithAnotherRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal Server Error */
        InternalServerError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal Server Error */
        InternalServerError2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded */
        RateLimitExceeded: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Rate limit exceeded; or Too many verification emails. Try again later. */
        RateLimitExceededOrTooManyVerificationEmailsTryAgainLater: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Request body is too large */
        RequestBodyIsTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Service temporarily unavailable */
        ServiceTemporarilyUnavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Service temporarily unavailable */
        ServiceTemporarilyUnavailable2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan */
        TheAPIRequiresTheBusinessPlan: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: domains:manage */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsManage: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: domains:read */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsRead: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: emails:read */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: emails:write */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: forwarding:manage */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: webhooks:manage */
        TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit2: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit3: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit4: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Unauthorized2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Webhook not found */
        WebhookNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
         * @example order-1042
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Where the next page is: `<…>; rel="next"`. Absent on the last one. */
        NextPage: string;
        /** @description Requests that may be made in a minute. */
        RateLimitLimit: number;
        /** @description How many of them are left in this one. */
        RateLimitRemaining: number;
        /** @description The Unix second at which the minute ends. */
        RateLimitReset: number;
        /** @description Seconds until then. */
        RetryAfter: number;
        /** @description `true` where the answer is one given before. */
        IdempotencyReplayed: "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                    };
                };
            };
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "unavailable";
                    };
                };
            };
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlan"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            /** @description API key not found */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlan"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listHeldAccess: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HeldAccess"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    keepHeldAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            /** @description Held access not found */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                status?: "active" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            addresses: components["schemas"]["Alias"][];
                            total: number;
                            limit: number;
                            offset: number;
                        };
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    createAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewAlias"] | null;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedAlias"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    deleteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            404: components["responses"]["AliasNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    updateAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AliasChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alias"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            404: components["responses"]["AliasNotFound"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listPlatformDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PlatformDomain"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listReceptions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            receptions: components["schemas"]["Reception"][];
                            total: number;
                            limit: number;
                            offset: number;
                        };
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            404: components["responses"]["AliasNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                address_id?: string;
                type?: "received" | "sent";
                /** @description `true`: the deleted ones only */
                is_deleted?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Email"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    sendEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEmail"];
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            404: components["responses"]["AliasNotFound"];
            /** @description Alias is not active; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailDetail"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            404: components["responses"]["EmailNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    deleteEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                        };
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            404: components["responses"]["EmailNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    updateEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EmailDetail"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsWrite"];
            404: components["responses"]["EmailNotFound"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getAttachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                attachmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            /** @description Attachment not found */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getRawEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesEmailsRead"];
            404: components["responses"]["EmailNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getAnalytics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analytics"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: analytics:read */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listForwardingAddresses: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            addresses: components["schemas"]["ForwardingAddress"][];
                            total: number;
                            limit: number;
                            offset: number;
                        };
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    createForwardingAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewForwardingAddress"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedForwardingAddress"];
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            /** @description Forwarding address already exists; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceededOrTooManyVerificationEmailsTryAgainLater"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getForwardingAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ForwardingAddress"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            404: components["responses"]["ForwardingAddressNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    deleteForwardingAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            404: components["responses"]["ForwardingAddressNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            404: components["responses"]["ForwardingAddressNotFound"];
            /** @description Address is already verified.; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceededOrTooManyVerificationEmailsTryAgainLater"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    getForwardingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ForwardingRule"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            404: components["responses"]["AliasNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    updateForwardingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForwardingRuleChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ForwardingRule"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesForwardingManage"];
            404: components["responses"]["AliasNotFound"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Domain"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsRead"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    createDomain: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedDomain"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            /** @description The API requires the Business plan; or Insufficient permissions. Required scopes: domains:manage; or Custom domains require the Business plan */
            403: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Domain already exists; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listDnsRecords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DnsRecords"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsRead"];
            404: components["responses"]["DomainNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    verifyDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckedDomain"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsManage"];
            404: components["responses"]["DomainNotFound"];
            /** @description Domain is verified by another account */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    deleteDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesDomainsManage"];
            404: components["responses"]["DomainNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedWebhook"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            404: components["responses"]["WebhookNotFound"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                status?: "pending" | "delivered" | "failed" | "cancelled";
                event?: "email.received" | "email.deleted" | "address.created" | "address.expired" | "address.deleted";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            404: components["responses"]["WebhookNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    redeliverDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For 24 hours the same key with the same request gets the first answer again and nothing is done twice; with another request it is a 409.
                 * @example order-1042
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            /** @description Delivery not found */
            404: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Webhook is not active; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            recovered: number;
                        };
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlanOrInsufficientPermissionsRequiredScopesWebhooksManage"];
            404: components["responses"]["WebhookNotFound"];
            /** @description Webhook is not active */
            409: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            logs: components["schemas"]["AuditLog"][];
                            total: number;
                            limit: number;
                            offset: number;
                        };
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["TheAPIRequiresTheBusinessPlan"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceTemporarilyUnavailable"];
        };
    };
    listCaughtMail: {
        parameters: {
            query?: {
                limit?: number;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CaughtLetter"][];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit5"];
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    listOperatorDnsRecords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            domain: string;
                            mx: {
                                /** @enum {string} */
                                type: "MX";
                                host: string;
                                value: string;
                                priority: number;
                            };
                            spf: {
                                /** @enum {string} */
                                type: "TXT";
                                host: string;
                                value: string;
                            };
                            dkim: {
                                /** @enum {string} */
                                type: "TXT";
                                host: string;
                                value: string;
                                isPublished: boolean;
                            }[];
                            dmarc: {
                                /** @enum {string} */
                                type: "TXT";
                                host: string;
                                value: string;
                            };
                        }[];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit5"];
            401: components["responses"]["Unauthorized2"];
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    setPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ownerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "free" | "pro" | "business";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Account"];
                    };
                };
            };
            /** @description The input does not fit */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized2"];
            /** @description Request body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    showVerification: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
    confirmForwardingAddress: {
        parameters: {
            query: {
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Default Response */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            500: components["responses"]["InternalServerError2"];
            503: components["responses"]["ServiceTemporarilyUnavailable2"];
        };
    };
}
