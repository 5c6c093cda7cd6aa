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
    "/held-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys and webhooks that are off until their owner keeps them */
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
        /** Switch a held key or webhook on again */
        post: operations["keepHeldAccess"];
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
        /** List keys */
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
        /** Read a key */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /** Delete a key */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /** Rename, deactivate or reactivate a key */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
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
    "/webhooks/fallback-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The secret that signs what goes to a `webhookUrl` for which no webhook is registered */
        get: operations["getFallbackSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook; what is still to be sent is cancelled */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook, or replace its secret */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one `webhook.test` now, and tell what was answered */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
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
    "/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
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
    "/webhooks/{id}/recover": {
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
    "/api/v1/automations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List automations */
        get: operations["listAutomations"];
        put?: never;
        /** Create an automation */
        post: operations["createAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an automation */
        get: operations["getAutomation"];
        put?: never;
        post?: never;
        /** Delete an automation with its executions; one that runs is stopped */
        delete: operations["deleteAutomation"];
        options?: never;
        head?: never;
        /** Change an automation; each change is a version */
        patch: operations["updateAutomation"];
        trace?: never;
    };
    "/api/v1/automations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an automation of a recording of Chrome’s Recorder */
        post: operations["importAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The automation as a recording for Chrome’s Recorder */
        get: operations["exportAutomation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the automation running? */
        get: operations["getAutomationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start an automation, after its cooldown */
        post: operations["triggerAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try the steps of an automation out, at once; a draft that passes may run */
        post: operations["validateAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the execution that is active */
        post: operations["stopAutomation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the automation was, the newest first */
        get: operations["listAutomationVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/automations/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make the automation what it was; that is a version too */
        post: operations["restoreAutomationVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List executions, the newest first */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an execution */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The execution as it goes on: server-sent events `step`, `selfheal` and `execution`, up to its end */
        get: operations["watchExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}/steps/{number}/screenshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The picture of a step */
        get: operations["getStepScreenshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/executions/{id}/failure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the page stood when a step failed */
        get: operations["getExecutionFailure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pipelines */
        get: operations["listPipelines"];
        put?: never;
        /** Create a pipeline of automations */
        post: operations["createPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipelines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a pipeline */
        get: operations["getPipeline"];
        put?: never;
        post?: never;
        /** Delete a pipeline with its runs; one that is active is stopped */
        delete: operations["deletePipeline"];
        options?: never;
        head?: never;
        /** Change a pipeline; a run that is under way goes on as it began */
        patch: operations["updatePipeline"];
        trace?: never;
    };
    "/api/v1/pipelines/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Is the pipeline running? */
        get: operations["getPipelineStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipelines/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a pipeline; its automations run one after the other */
        post: operations["triggerPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipelines/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the run that is active, and the automation in it */
        post: operations["stopPipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipeline-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List runs of pipelines, the newest first */
        get: operations["listPipelineRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pipeline-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a run of a pipeline, with what became of each automation */
        get: operations["getPipelineRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/enqueue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a run of an automation or a pipeline in line; `webhookUrl` is told what becomes of it */
        post: operations["enqueueJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a job */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was sent about a job, to its `webhookUrl` and to webhooks */
        get: operations["listJobDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for something in plain language: it runs the automation that is meant, or, where the key has `automation:write` and there is none, writes a draft of one */
        post: operations["acceptIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/intents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what became of an intent */
        get: operations["getIntent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions that runs have saved, the newest first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a session for good */
        delete: operations["deleteSession"];
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
        /** Who did what, from where, the newest first */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
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
         *       "name": "Open the shop",
         *       "type": "navigate",
         *       "url": "https://shop.example/"
         *     }
         */
        Action: {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "navigate";
            url: string;
            expectStatus?: (number | string)[];
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @enum {string} */
            button?: "primary" | "auxiliary" | "secondary" | "back" | "forward";
            /** @enum {string} */
            deviceType?: "mouse" | "pen" | "touch";
            offsetX?: number;
            offsetY?: number;
            duration?: number;
            /** @constant */
            type: "click";
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @enum {string} */
            button?: "primary" | "auxiliary" | "secondary" | "back" | "forward";
            /** @enum {string} */
            deviceType?: "mouse" | "pen" | "touch";
            offsetX?: number;
            offsetY?: number;
            duration?: number;
            /** @constant */
            type: "doubleClick";
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "change";
            value: string;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "hover";
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "keyDown";
            key: string;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "keyUp";
            key: string;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors?: (string | string[])[];
            /** @constant */
            type: "scroll";
            x?: number;
            y?: number;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "setViewport";
            width: number;
            height: number;
            deviceScaleFactor?: number;
            isMobile?: boolean;
            hasTouch?: boolean;
            isLandscape?: boolean;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "emulateNetworkConditions";
            download: number;
            upload: number;
            latency: number;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "close";
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "waitForElement";
            /** @enum {string} */
            operator?: ">=" | "==" | "<=";
            count?: number;
            visible?: boolean;
            attributes?: {
                [key: string]: string;
            };
            properties?: {
                [key: string]: unknown;
            };
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            /** @constant */
            type: "waitForUrl";
            url: string;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "extractText";
            output: string;
            multiple?: boolean;
            pattern?: string;
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "select";
            values: string[];
        } | {
            name: string;
            timeoutMs?: number;
            target?: string;
            assertedEvents?: {
                /** @constant */
                type: "navigation";
                url?: string;
                title?: string;
            }[];
            frame?: number[];
            selectors: (string | string[])[];
            /** @constant */
            type: "upload";
            file: {
                name: string;
                contentType: string;
                /** Format: base64 */
                contentBase64: string;
            };
        };
        /**
         * @example {
         *       "_id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Nightly reports",
         *       "prefix": "gfac_1f0c9a2",
         *       "scopes": [
         *         "automation:read",
         *         "automation:execute"
         *       ],
         *       "isActive": true,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "expiresAt": null,
         *       "lastUsedAt": null
         *     }
         */
        ApiKey: {
            /** Format: uuid */
            _id: string;
            name: string;
            prefix: string;
            scopes: ("automation:read" | "automation:write" | "automation:execute" | "pipeline:read" | "pipeline:write" | "pipeline:execute" | "audit:read")[];
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            lastUsedAt: string | null;
        };
        /**
         * @example {
         *       "isActive": false
         *     }
         */
        ApiKeyChange: {
            name?: string;
            isActive?: boolean;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "action": "automation.triggered",
         *       "resourceType": "automation",
         *       "resourceId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "actor": {
         *         "type": "api_key",
         *         "keyId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44"
         *       },
         *       "ip": "203.0.113.7",
         *       "result": "success",
         *       "request": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        AuditLog: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            action: "api_key.created" | "api_key.updated" | "api_key.deleted" | "automation.created" | "automation.updated" | "automation.restored" | "automation.deleted" | "automation.triggered" | "automation.stopped" | "automation.validated" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.tested" | "webhook.recovered" | "delivery.redelivered" | "session.deleted" | "pipeline.created" | "pipeline.updated" | "pipeline.deleted" | "pipeline.triggered" | "pipeline.stopped" | "job.enqueued" | "intent.accepted" | "account.held" | "account.tokens_revoked" | "request.refused";
            resourceType: string | null;
            resourceId: string | null;
            actor: {
                /** @enum {string} */
                type: "user" | "api_key";
                keyId: string | null;
            };
            ip: string;
            /** @enum {string} */
            result: "success" | "refused";
            request: {
                method: string;
                path: string;
                statusCode: number;
            } | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Prices of the day",
         *       "description": "What the shop asks for its newest book",
         *       "actions": [
         *         {
         *           "name": "Open the shop",
         *           "type": "navigate",
         *           "url": "https://shop.example/"
         *         },
         *         {
         *           "name": "Search",
         *           "type": "change",
         *           "selectors": [
         *             "aria/Search",
         *             "#search"
         *           ],
         *           "value": "harbour"
         *         },
         *         {
         *           "name": "Go",
         *           "type": "click",
         *           "selectors": [
         *             "aria/Go[role=\"button\"]",
         *             "#go"
         *           ]
         *         },
         *         {
         *           "name": "Read",
         *           "type": "extractText",
         *           "selectors": [
         *             ".price"
         *           ],
         *           "output": "prices",
         *           "multiple": true
         *         }
         *       ],
         *       "variables": {},
         *       "screenshots": "key",
         *       "version": 1,
         *       "isDraft": false,
         *       "validation": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "updatedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Automation: {
            /** Format: uuid */
            id: string;
            name: string;
            description: string | null;
            actions: components["schemas"]["Action"][];
            variables: {
                [key: string]: {
                    default?: string;
                    secret?: boolean;
                };
            };
            /** @enum {string} */
            screenshots: "key" | "all" | "none";
            version: number;
            /** @description It was generated, and does not run before it is validated */
            isDraft: boolean;
            /** @description Of its steps as they are */
            validation: components["schemas"]["Validation"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @example {
         *       "name": "Prices of the week"
         *     }
         */
        AutomationChange: {
            name?: string;
            description?: string | null;
            actions?: components["schemas"]["Action"][];
            variables?: {
                [key: string]: {
                    default?: string;
                    secret?: boolean;
                };
            };
            /** @enum {string} */
            screenshots?: "key" | "all" | "none";
        };
        /**
         * @example {
         *       "version": 1,
         *       "name": "Prices of the day",
         *       "description": "What the shop asks for its newest book",
         *       "actions": [
         *         {
         *           "name": "Open the shop",
         *           "type": "navigate",
         *           "url": "https://shop.example/"
         *         },
         *         {
         *           "name": "Search",
         *           "type": "change",
         *           "selectors": [
         *             "aria/Search",
         *             "#search"
         *           ],
         *           "value": "harbour"
         *         },
         *         {
         *           "name": "Go",
         *           "type": "click",
         *           "selectors": [
         *             "aria/Go[role=\"button\"]",
         *             "#go"
         *           ]
         *         },
         *         {
         *           "name": "Read",
         *           "type": "extractText",
         *           "selectors": [
         *             ".price"
         *           ],
         *           "output": "prices",
         *           "multiple": true
         *         }
         *       ],
         *       "variables": {},
         *       "screenshots": "key",
         *       "cause": "created",
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        AutomationVersion: {
            name: string;
            description: string | null;
            actions: components["schemas"]["Action"][];
            variables: {
                [key: string]: {
                    default?: string;
                    secret?: boolean;
                };
            };
            /** @enum {string} */
            screenshots: "key" | "all" | "none";
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            cause: "created" | "updated" | "restored" | "healed";
        };
        /**
         * @example {
         *       "apiKey": {
         *         "_id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *         "name": "Nightly reports",
         *         "prefix": "gfac_1f0c9a2",
         *         "scopes": [
         *           "automation:read",
         *           "automation:execute"
         *         ],
         *         "isActive": true,
         *         "createdAt": "2026-03-02T09:30:00.000Z",
         *         "expiresAt": null,
         *         "lastUsedAt": null
         *       },
         *       "rawKey": "gfac_1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b1f0c9a2b"
         *     }
         */
        CreatedApiKey: {
            apiKey: components["schemas"]["ApiKey"];
            rawKey: string;
        };
        /**
         * @example {
         *       "_id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Reports",
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "automation.completed",
         *         "automation.failed"
         *       ],
         *       "isActive": true,
         *       "failureCount": 0,
         *       "lastTriggeredAt": "2026-03-02T09:30:00.000Z",
         *       "lastStatus": 200,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "secret": "whsec_shown-this-once"
         *     }
         */
        CreatedWebhook: {
            /** Format: uuid */
            _id: string;
            name: string;
            url: string;
            events: string[];
            isActive: boolean;
            failureCount: number;
            lastTriggeredAt: string | null;
            lastStatus: number | string | null;
            /** Format: date-time */
            createdAt: string;
            secret: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "event": "execution.started",
         *       "status": "delivered",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "endedAt": "2026-03-02T09:30:00.000Z",
         *       "nextAttemptAt": null,
         *       "failedAttempts": 0,
         *       "body": "{\"event\":\"execution.started\",\"timestamp\":\"2026-03-02T09:30:00.000Z\",\"data\":{}}",
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "startedAt": "2026-03-02T09:30:00.000Z",
         *           "durationMs": 42,
         *           "status": 204,
         *           "error": null,
         *           "requestHeaders": {
         *             "X-Service-Event": "execution.started"
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
         *       "statusCode": 404,
         *       "message": "Not found",
         *       "error": "Not Found"
         *     }
         */
        Error: {
            statusCode: number;
            message: string;
            error: string;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "automationId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "jobId": null,
         *       "pipelineRunId": null,
         *       "status": "completed",
         *       "isValidation": false,
         *       "inputSessionId": null,
         *       "sessionId": null,
         *       "extractedData": {
         *         "prices": [
         *           "18.00 €"
         *         ]
         *       },
         *       "selfHealEvents": [],
         *       "steps": [
         *         {
         *           "name": "Open the shop",
         *           "type": "navigate",
         *           "status": "completed",
         *           "startedAt": "2026-03-02T09:30:00.000Z",
         *           "durationMs": 412,
         *           "error": null,
         *           "screenshot": "/api/v1/executions/0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44/steps/1/screenshot"
         *         }
         *       ],
         *       "error": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "startedAt": "2026-03-02T09:30:00.000Z",
         *       "completedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Execution: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            automationId: string;
            /** @description The job that it is run for */
            jobId: string | null;
            /** @description The run of a pipeline that it belongs to */
            pipelineRunId: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed";
            /** @description It tried the steps out; no webhook was told */
            isValidation: boolean;
            /** @description The session that it started with */
            inputSessionId: string | null;
            /** @description The session that it saved */
            sessionId: string | null;
            extractedData: {
                [key: string]: string | string[];
            };
            selfHealEvents: {
                actionName: string;
                /** @enum {string} */
                outcome: "succeeded" | "failed";
                oldSelector: string;
                newSelector: string | null;
                /** @description How alike what was lost and what was found are, 0 to 1 */
                score: number | null;
                /** @description By how much the next best was less alike */
                margin: number | null;
                /** @description Whether the automation has the new selector from now on */
                persisted: boolean;
                message: string;
                /** Format: date-time */
                at: string;
            }[];
            steps: {
                name: string;
                type: string;
                /** @enum {string} */
                status: "pending" | "running" | "completed" | "failed" | "skipped";
                startedAt: string | null;
                durationMs: number | null;
                error: string | null;
                /** @description Where the picture of it is, if one was taken */
                screenshot: string | null;
            }[];
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "kind": "api_key",
         *       "name": "Nightly reports",
         *       "target": "gfac_1f0c9a2",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "heldAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        HeldAccess: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "api_key" | "webhook";
            name: string;
            target: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldAt: string;
        };
        /**
         * @example {
         *       "intentId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "jobId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "text": "Look up the price of chairs",
         *       "status": "executed",
         *       "automationId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "score": 0.84,
         *       "margin": 0.4,
         *       "candidates": [],
         *       "reason": null,
         *       "error": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "completedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Intent: {
            /** Format: uuid */
            intentId: string;
            /** Format: uuid */
            jobId: string;
            text: string;
            /** @enum {string} */
            status: "received" | "resolved" | "generating" | "generated" | "executed" | "failed";
            /** @description The automation that it meant, or the draft that was written for it */
            automationId: string | null;
            /** @description How well that one fits, 0 to 1 */
            score: number | null;
            /** @description By how much better than the next one */
            margin: number | null;
            /** @description Those that it may have meant, where that was not clear */
            candidates: {
                /** Format: uuid */
                automationId: string;
                automationName: string;
                /** @description How well it fits, 0 to 1 */
                score: number;
            }[];
            reason: ("ambiguous" | "no_match" | "missing_values" | "generation_failed" | "execution_failed" | "timed_out") | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            completedAt: string | null;
        };
        /**
         * @example {
         *       "jobId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "type": "automation",
         *       "targetId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "status": "completed",
         *       "executionId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "pipelineRunId": null,
         *       "sessionId": null,
         *       "result": {
         *         "extractedData": {
         *           "prices": [
         *             "18.00 €"
         *           ]
         *         },
         *         "selfHeal": {
         *           "occurred": false,
         *           "count": 0,
         *           "healedActions": []
         *         }
         *       },
         *       "error": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "completedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Job: {
            /** Format: uuid */
            jobId: string;
            /** @enum {string} */
            type: "automation" | "pipeline";
            /** @description Null while an intent looks for it */
            targetId: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed";
            /** @description The execution, once its turn has come */
            executionId: string | null;
            /** @description The run of the pipeline, once its turn has come */
            pipelineRunId: string | null;
            /** @description The session that it saved */
            sessionId: string | null;
            result: ({
                extractedData: {
                    [key: string]: string | string[];
                };
                selfHeal: {
                    occurred: boolean;
                    count: number;
                    healedActions: {
                        actionName: string;
                        newSelector: string;
                    }[];
                };
            } | {
                status: string;
                extractedData: {
                    [key: string]: {
                        [key: string]: string | string[];
                    };
                };
            }) | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            completedAt: string | null;
        };
        /**
         * @example {
         *       "name": "Nightly reports",
         *       "scopes": [
         *         "automation:read",
         *         "automation:execute"
         *       ]
         *     }
         */
        NewApiKey: {
            name: string;
            scopes: ("automation:read" | "automation:write" | "automation:execute" | "pipeline:read" | "pipeline:write" | "pipeline:execute" | "audit:read")[];
            /** Format: date-time */
            expiresAt?: string;
        };
        /**
         * @example {
         *       "name": "Prices of the day",
         *       "description": "What the shop asks for its newest book",
         *       "actions": [
         *         {
         *           "name": "Open the shop",
         *           "type": "navigate",
         *           "url": "https://shop.example/"
         *         },
         *         {
         *           "name": "Search",
         *           "type": "change",
         *           "selectors": [
         *             "aria/Search",
         *             "#search"
         *           ],
         *           "value": "harbour"
         *         },
         *         {
         *           "name": "Go",
         *           "type": "click",
         *           "selectors": [
         *             "aria/Go[role=\"button\"]",
         *             "#go"
         *           ]
         *         },
         *         {
         *           "name": "Read",
         *           "type": "extractText",
         *           "selectors": [
         *             ".price"
         *           ],
         *           "output": "prices",
         *           "multiple": true
         *         }
         *       ]
         *     }
         */
        NewAutomation: {
            name: string;
            description?: string | null;
            actions: components["schemas"]["Action"][];
            variables?: {
                [key: string]: {
                    default?: string;
                    secret?: boolean;
                };
            };
            /** @enum {string} */
            screenshots?: "key" | "all" | "none";
        };
        /**
         * @example {
         *       "text": "Look up the price of chairs",
         *       "webhookUrl": "https://example.com/hooks"
         *     }
         */
        NewIntent: {
            text: string;
            webhookUrl?: string;
            variables?: {
                [key: string]: string;
            };
        };
        NewJob: {
            /** Format: uuid */
            sessionId?: string;
            saveSession?: boolean;
            variables?: {
                [key: string]: string;
            };
            /** @enum {string} */
            type: "automation" | "pipeline";
            /** Format: uuid */
            targetId: string;
            webhookUrl?: string;
        };
        NewPipeline: {
            name: string;
            automationIds: string[];
            continueOnFailure?: boolean;
            chainSession?: boolean;
        };
        /**
         * @example {
         *       "name": "Reports",
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "automation.completed",
         *         "automation.failed"
         *       ]
         *     }
         */
        NewWebhook: {
            name: string;
            url: string;
            events: ("automation.completed" | "automation.failed" | "pipeline.completed" | "pipeline.failed" | "execution.started" | "execution.selfheal.started" | "execution.selfheal.succeeded" | "execution.selfheal.failed" | "intent.received" | "intent.resolved" | "intent.generation.started" | "intent.generation.completed" | "intent.generation.failed" | "intent.completed" | "intent.failed" | "job.enqueued" | "job.completed" | "job.failed" | "webhook.test")[];
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Every shop",
         *       "automationIds": [
         *         "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44"
         *       ],
         *       "continueOnFailure": false,
         *       "chainSession": true,
         *       "version": 1,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "updatedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Pipeline: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description In the order in which they run */
            automationIds: string[];
            /** @description Whether the rest runs when one has failed */
            continueOnFailure: boolean;
            /** @description Whether each starts with the session that the last one saved */
            chainSession: boolean;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PipelineChange: {
            name?: string;
            automationIds?: string[];
            continueOnFailure?: boolean;
            chainSession?: boolean;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "pipelineId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "jobId": null,
         *       "status": "completed",
         *       "inputSessionId": null,
         *       "members": [
         *         {
         *           "automationId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *           "status": "completed",
         *           "executionId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *           "sessionId": null,
         *           "error": null,
         *           "startedAt": "2026-03-02T09:30:00.000Z",
         *           "completedAt": "2026-03-02T09:30:00.000Z"
         *         }
         *       ],
         *       "extractedData": {
         *         "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44": {
         *           "prices": [
         *             "18.00 €"
         *           ]
         *         }
         *       },
         *       "error": null,
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "startedAt": "2026-03-02T09:30:00.000Z",
         *       "completedAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        PipelineRun: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            pipelineId: string;
            jobId: string | null;
            /** @enum {string} */
            status: "pending" | "running" | "completed" | "failed" | "partial_failed";
            /** @description The session that it started with */
            inputSessionId: string | null;
            /** @description In the order in which they run */
            members: {
                /** Format: uuid */
                automationId: string;
                /**
                 * @description `waiting`: for those before it, or for its automation to become free
                 * @enum {string}
                 */
                status: "waiting" | "pending" | "running" | "completed" | "failed" | "skipped";
                executionId: string | null;
                /** @description The session that it saved */
                sessionId: string | null;
                error: string | null;
                startedAt: string | null;
                completedAt: string | null;
            }[];
            /** @description By automation id, of each that has run */
            extractedData: {
                [key: string]: {
                    [key: string]: string | string[];
                };
            };
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description When the first of them began */
            startedAt: string | null;
            completedAt: string | null;
        };
        /**
         * @example {
         *       "id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "automationId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "executionId": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "createdAt": "2026-03-02T09:30:00.000Z",
         *       "expiresAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Session: {
            /** Format: uuid */
            id: string;
            automationId: string | null;
            /** Format: uuid */
            executionId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /**
         * @example {
         *       "status": "passed",
         *       "error": null,
         *       "executionIds": [
         *         "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44"
         *       ]
         *     }
         */
        Validation: {
            /** @enum {string} */
            status: "running" | "passed" | "failed";
            error: string | null;
            /** @description One for each replay, in order */
            executionIds: string[];
        };
        /** @example [] */
        ValidationErrors: {
            property: string;
            /** @description Rule name → message */
            constraints: {
                [key: string]: string;
            };
            /** @description null where it is missing, "[redacted]" where it is secret */
            receivedValue: unknown;
        }[];
        /**
         * @example {
         *       "_id": "0195562f-6c1d-7a3e-9d51-0c6c5f1b2a44",
         *       "name": "Reports",
         *       "url": "https://hooks.example/waypost",
         *       "events": [
         *         "automation.completed",
         *         "automation.failed"
         *       ],
         *       "isActive": true,
         *       "failureCount": 0,
         *       "lastTriggeredAt": "2026-03-02T09:30:00.000Z",
         *       "lastStatus": 200,
         *       "createdAt": "2026-03-02T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /** Format: uuid */
            _id: string;
            name: string;
            url: string;
            events: string[];
            isActive: boolean;
            failureCount: number;
            lastTriggeredAt: string | null;
            lastStatus: number | string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /**
         * @example {
         *       "events": [
         *         "automation.failed"
         *       ]
         *     }
         */
        WebhookChange: {
            name?: string;
            url?: string;
            events?: ("automation.completed" | "automation.failed" | "pipeline.completed" | "pipeline.failed" | "execution.started" | "execution.selfheal.started" | "execution.selfheal.succeeded" | "execution.selfheal.failed" | "intent.received" | "intent.resolved" | "intent.generation.started" | "intent.generation.completed" | "intent.generation.failed" | "intent.completed" | "intent.failed" | "job.enqueued" | "job.completed" | "job.failed" | "webhook.test")[];
            isActive?: boolean;
            secret?: string;
        };
    };
    responses: {
        /** @description API Key is missing; or Invalid API Key */
        APIKeyIsMissingOrInvalidAPIKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description API Key not found or unauthorized */
        APIKeyNotFoundOrUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Automation not found or unauthorized */
        AutomationNotFoundOrUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Execution not found or unauthorized */
        ExecutionNotFoundOrUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Idempotency-Key was used with another request */
        IdempotencyKeyWasUsedWithAnotherRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: automation:execute */
        InsufficientPermissionsRequiredScopesAutomationExecute: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: automation:execute, pipeline:execute; or Insufficient permissions. Required scopes: automation:execute; or Insufficient permissions. Required scopes: pipeline:execute */
        InsufficientPermissionsRequiredScopesAutomationExecutePipelineExecuteOrInsufficientPermissionsRequiredScopesAutomationExecuteOrInsufficientPermissionsRequiredScopesPipelineExecute: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: automation:read */
        InsufficientPermissionsRequiredScopesAutomationRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: automation:write */
        InsufficientPermissionsRequiredScopesAutomationWrite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: pipeline:execute */
        InsufficientPermissionsRequiredScopesPipelineExecute: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: pipeline:read */
        InsufficientPermissionsRequiredScopesPipelineRead: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Insufficient permissions. Required scopes: pipeline:write */
        InsufficientPermissionsRequiredScopesPipelineWrite: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Internal Server Error */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Job not found or unauthorized */
        JobNotFoundOrUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Pipeline not found or unauthorized */
        PipelineNotFoundOrUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Request body is too large */
        RequestBodyIsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrors"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrors"] | components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrors"] | components["schemas"]["Error"];
            };
        };
        /** @description The input does not fit */
        TheInputDoesNotFit4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrors"] | components["schemas"]["Error"];
            };
        };
        /** @description Unauthorized */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Unsupported Media Type */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Webhook not found or unauthorized */
        WebhookNotFoundOrUnauthorized: {
            headers: {
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
        /**
         * @description The `ETag` of what the change is meant for; 412 where it has changed meanwhile.
         * @example "3"
         */
        IfMatch: string;
        /**
         * @description The `ETag` of what is known already; 304 where it has not changed.
         * @example "3"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description How many there are in all, where that is known without counting. */
        TotalCount: number;
        /** @description Where the next page is: `<…>; rel="next"`. Absent on the last one. */
        NextPage: string;
        /** @description Names this version of the resource. */
        ETag: string;
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
            500: components["responses"]["InternalServerError"];
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
            500: components["responses"]["InternalServerError"];
            /** @description Default Response */
            503: {
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeldAccess"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            /** @description Held access not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getApiKey: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["APIKeyNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteApiKey: {
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["APIKeyNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    updateApiKey: {
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
                "application/json": components["schemas"]["ApiKeyChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["APIKeyNotFoundOrUnauthorized"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getFallbackSecret: {
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
                        secret: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["Unauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getWebhook: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
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
                        status: number;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
            /** @description The target URL did not answer: connection_refused */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                event?: "automation.completed" | "automation.failed" | "pipeline.completed" | "pipeline.failed" | "execution.started" | "execution.selfheal.started" | "execution.selfheal.succeeded" | "execution.selfheal.failed" | "intent.received" | "intent.resolved" | "intent.generation.started" | "intent.generation.completed" | "intent.generation.failed" | "intent.completed" | "intent.failed" | "job.enqueued" | "job.completed" | "job.failed" | "webhook.test";
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            /** @description Delivery not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        recovered: number;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["WebhookNotFoundOrUnauthorized"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listAutomations: {
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            500: components["responses"]["InternalServerError"];
        };
    };
    createAutomation: {
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
                "application/json": components["schemas"]["NewAutomation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getAutomation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what is known already; 304 where it has not changed.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            /** @description It has not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteAutomation: {
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    updateAutomation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what the change is meant for; 412 where it has changed meanwhile.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutomationChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            /** @description Automation has changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    importAutomation: {
        parameters: {
            query?: {
                /** @description Whether to do without the steps that cannot be imported */
                skipUnsupported?: "true" | "false";
            };
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
                "application/json": {
                    title: string;
                    timeout?: number;
                    selectorAttribute?: string;
                    steps: ({
                        type: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    waypost?: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        name: string;
                        description: string | null;
                        actions: components["schemas"]["Action"][];
                        variables: {
                            [key: string]: {
                                default?: string;
                                secret?: boolean;
                            };
                        };
                        /** @enum {string} */
                        screenshots: "key" | "all" | "none";
                        version: number;
                        /** @description It was generated, and does not run before it is validated */
                        isDraft: boolean;
                        /** @description Of its steps as they are */
                        validation: components["schemas"]["Validation"] | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        updatedAt: string;
                        /** @description What of the file did not become part of the automation */
                        unsupported: {
                            index: number | null;
                            type: string | null;
                            property?: string;
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    exportAutomation: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string;
                        timeout?: number;
                        selectorAttribute?: string;
                        steps: ({
                            type: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        waypost?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getAutomationStatus: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isRunning: boolean;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    triggerAutomation: {
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
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId?: string;
                    saveSession?: boolean;
                    variables?: {
                        [key: string]: string;
                    };
                } | null;
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        executionId: string;
                        /** @enum {string} */
                        status: "pending";
                        /** Format: date-time */
                        startsAt: string;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecute"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            /** @description Automation is already running; or Automation is not validated; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    validateAutomation: {
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
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId?: string;
                    variables?: {
                        [key: string]: string;
                    };
                    replays?: number;
                    stopBefore?: string;
                } | null;
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        executionId: string;
                        /** @enum {string} */
                        status: "pending";
                        validation: components["schemas"]["Validation"];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecute"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            /** @description Automation is already running; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    stopAutomation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        executionId: string;
                        /** @enum {string} */
                        status: "stopping";
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecute"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            /** @description Automation is not running */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listAutomationVersions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AutomationVersion"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    restoreAutomationVersion: {
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
                version: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Automation"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                automationId?: string;
                status?: "pending" | "running" | "completed" | "failed";
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getExecution: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Execution"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["ExecutionNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    watchExecution: {
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
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            404: components["responses"]["ExecutionNotFoundOrUnauthorized"];
            /** @description Too many event streams are open */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    getStepScreenshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                number: number;
            };
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
                    "image/jpeg": string;
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            /** @description Screenshot not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    getExecutionFailure: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        title: string;
                        /** @description What the page showed, in YAML */
                        accessibilityTree: string;
                        /** @description The last errors in its console */
                        consoleErrors: string[];
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            /** @description Failure not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    listPipelines: {
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineRead"];
            500: components["responses"]["InternalServerError"];
        };
    };
    createPipeline: {
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
                "application/json": components["schemas"]["NewPipeline"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineWrite"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getPipeline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what is known already; 304 where it has not changed.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            /** @description It has not changed */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineRead"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deletePipeline: {
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineWrite"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    updatePipeline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of what the change is meant for; 412 where it has changed meanwhile.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineWrite"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            /** @description Pipeline has changed */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getPipelineStatus: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isRunning: boolean;
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineRead"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    triggerPipeline: {
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
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    sessionId?: string;
                    saveSession?: boolean;
                    variables?: {
                        [key: string]: string;
                    };
                } | null;
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        pipelineRunId: string;
                        /** @enum {string} */
                        status: "pending";
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineExecute"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            /** @description Pipeline is already running; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    stopPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        pipelineRunId: string;
                        /** @enum {string} */
                        status: "stopping";
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit2"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineExecute"];
            404: components["responses"]["PipelineNotFoundOrUnauthorized"];
            /** @description Pipeline is not running */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listPipelineRuns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                pipelineId?: string;
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineRun"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineRead"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getPipelineRun: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineRun"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesPipelineRead"];
            /** @description Pipeline run not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    enqueueJob: {
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
                "application/json": components["schemas"]["NewJob"];
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        jobId: string;
                        /** @enum {string} */
                        status: "pending";
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecutePipelineExecuteOrInsufficientPermissionsRequiredScopesAutomationExecuteOrInsufficientPermissionsRequiredScopesPipelineExecute"];
            404: components["responses"]["AutomationNotFoundOrUnauthorized"];
            /** @description Automation is not validated; or Idempotency-Key was used with another request */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getJob: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecutePipelineExecuteOrInsufficientPermissionsRequiredScopesAutomationExecuteOrInsufficientPermissionsRequiredScopesPipelineExecute"];
            404: components["responses"]["JobNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    listJobDeliveries: {
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecutePipelineExecuteOrInsufficientPermissionsRequiredScopesAutomationExecuteOrInsufficientPermissionsRequiredScopesPipelineExecute"];
            404: components["responses"]["JobNotFoundOrUnauthorized"];
            500: components["responses"]["InternalServerError"];
        };
    };
    acceptIntent: {
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
                "application/json": components["schemas"]["NewIntent"];
            };
        };
        responses: {
            /** @description Accepted; done later */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        intentId: string;
                        /** Format: uuid */
                        jobId: string;
                        /** @enum {string} */
                        status: "received";
                    };
                };
            };
            400: components["responses"]["TheInputDoesNotFit4"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecute"];
            409: components["responses"]["IdempotencyKeyWasUsedWithAnotherRequest"];
            413: components["responses"]["RequestBodyIsTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getIntent: {
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Intent"];
                };
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationExecute"];
            /** @description Intent not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    listSessions: {
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationRead"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteSession: {
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
            /** @description Done; there is nothing to tell */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["TheInputDoesNotFit3"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            403: components["responses"]["InsufficientPermissionsRequiredScopesAutomationWrite"];
            /** @description Session not found or unauthorized */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description From the `Link` of an earlier page */
                cursor?: string;
                action?: "api_key.created" | "api_key.updated" | "api_key.deleted" | "automation.created" | "automation.updated" | "automation.restored" | "automation.deleted" | "automation.triggered" | "automation.stopped" | "automation.validated" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.tested" | "webhook.recovered" | "delivery.redelivered" | "session.deleted" | "pipeline.created" | "pipeline.updated" | "pipeline.deleted" | "pipeline.triggered" | "pipeline.stopped" | "job.enqueued" | "intent.accepted" | "account.held" | "account.tokens_revoked" | "request.refused";
                resourceId?: string;
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
                    "X-Total-Count": components["headers"]["TotalCount"];
                    Link: components["headers"]["NextPage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"][];
                };
            };
            400: components["responses"]["TheInputDoesNotFit"];
            401: components["responses"]["APIKeyIsMissingOrInvalidAPIKey"];
            /** @description Insufficient permissions. Required scopes: audit:read */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalServerError"];
        };
    };
}
