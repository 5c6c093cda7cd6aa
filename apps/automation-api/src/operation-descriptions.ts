/** Operation → what a caller should know beyond its summary. */
export const operationDescriptions: Record<string, string> = {
  listHeldAccess:
    'After a recovery of the account, keys and webhooks that existed before it may be on hold: they do nothing until their owner keeps them.',
  keepHeldAccess:
    'Ends the hold on one key or webhook, which works again from then on. To remove it instead, delete the key or the webhook itself.',
  getAccount:
    'Each limit has how much is used, how much is allowed, and when it resets. It resets by itself only where `resetsAt` is a time; otherwise, delete something.',
  getOverview:
    'Reads counters and the latest failed runs, so it is as fast after a million runs as after a hundred. Days are in UTC. Runs that are deleted remain counted; validations are not.',
  createApiKey:
    'A key opens the routes under `/api/v1` that its scopes allow. Store `rawKey` at once: the service keeps only a hash of it and cannot show it again.',
  listApiKeys:
    'The keys of the account with their scopes and when each was last used, without the keys themselves.',
  getApiKey:
    'One key with its scopes and when it was last used. The key itself is shown only when it is created.',
  updateApiKey:
    'Properties that are absent stay as they are. A deactivated key is refused from the next request on, and can be reactivated.',
  deleteApiKey:
    'The key is refused from the next request on, with the same error as an unknown one. This cannot be undone.',
  createWebhook:
    'The webhook receives the events that it names, signed with `secret`. Store it at once: it is not shown again.',
  listWebhooks:
    'The webhooks of the account with their events and the outcome of their last delivery, without their secrets.',
  getFallbackSecret:
    'A job or an intent can name a `webhookUrl`. If no active webhook of yours has the same URL, deliveries to it are signed with this secret.',
  getWebhookHealth:
    'Counted as attempts end, tests and redeliveries included, in the last 24 and the last 168 hours, the current one among them. Durations are counted in ranges, and the percentiles lie in the right range.',
  getWebhook: 'One webhook with its events and the outcome of its last delivery, without its secret.',
  updateWebhook:
    'Properties that are absent stay as they are, and so do headers. For 24 hours after its secret is replaced, the old secret also signs in `webhook-signature`, so that receivers can change in their own time.',
  deleteWebhook: 'Its deliveries that are still to be made are cancelled. This cannot be undone.',
  listEventTypes:
    'Each with when it happens, the JSON Schema of its `data` and an example. Bodies of deliveries have it under `data`, beside `event` and `timestamp`.',
  previewWebhookMessage:
    'What a webhook with that `format` gets for the example of that event: its text for people, and the body that is sent. Sends nothing.',
  testWebhookFilter:
    'Compares a filter with the data of an event as publishing does, and sends nothing. The language is on the page about receiving webhooks.',
  testWebhook:
    'Makes one attempt at once and answers with the status that the receiver responded with; 502 if it did not respond. A test is not repeated.',
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
  createAutomation:
    'Steps run in their order, in a browser of their own. An automation that is created with this route may run at once. A step of the type `upload` contains its file.',
  listAutomations:
    'Newest first. Steps of the type `upload` have the name, the type and the size of their file; read one automation for its contents.',
  listAutomationNames:
    'For lists that show ids of automations, such as executions. An id that is unknown, of a deleted automation or of another account is left out.',
  getAutomation:
    'With the contents of uploaded files. The `ETag` identifies the version and the state of its validation: send it as `If-None-Match` to read only what has changed.',
  updateAutomation:
    'Properties that are absent stay as they are; `actions` are replaced as a whole. Send the `ETag` as `If-Match`, and the change is refused with a 412 if somebody else was faster.',
  deleteAutomation:
    'An active run ends as failed, with its event. Executions, versions and screenshots are deleted too. This cannot be undone.',
  importAutomation:
    'Takes the JSON that “Export” of the Recorder in Chrome’s DevTools writes. Unsupported steps are a 400 that names each, or are left out and listed in `unsupported` with `skipUnsupported=true`.',
  exportAutomation:
    'Chrome’s Recorder can import the response. Types of steps that it lacks are exported as `customStep`, which the import of this service understands.',
  getAutomationStatus:
    'An automation is running from when a run is accepted until it ends, so also while the run waits for the cooldown.',
  triggerAutomation:
    'An automation has one active run at a time: a further trigger is a 409. 45 seconds after the end of the last run are its cooldown; a trigger before that is accepted, and `startsAt` says when the run starts. Follow the run by a webhook, its event stream, or `GET /api/v1/executions/{id}`.',
  validateAutomation:
    'Runs the steps once or twice without changing anything about the automation: each step must find exactly one element, and nothing is healed. Starts without a cooldown and publishes no events. A draft that passes may run.',
  stopAutomation:
    'A waiting run ends at once and a running one within a second. Both end as `failed` with the error `Stopped by user`.',
  listAutomationVersions:
    'Every change and every heal makes a version. The newest 50 are kept. The contents of files are in the response for one version.',
  getAutomationVersion:
    'The automation as it was in that version, with the contents of its files and with what made the version.',
  restoreAutomationVersion:
    'The automation becomes what it was in that version, which makes a new version: nothing is lost.',
  listExecutions:
    'Runs of automations. Filter by `automationId` and `status`; follow `Link` for older ones, which is as fast for all pages. A page of `q` looks at the next 5,000 runs that the other filters leave, so it may be short or empty and still have a `Link`.',
  getExecution:
    'The state of a run with each step, the data that it extracted and, if it failed, why. It does not change after `completedAt`.',
  watchExecution:
    'Server-sent events: `execution` at the beginning and at each change, `step` when a step begins and ends, `selfheal` when an element was found again. The stream ends with the run. An `EventSource` that reconnects after the end gets a 204, which stops it.',
  getExecutionVariables:
    'Trigger the automation with `variables` to run it again. Values of variables that are secret, or not declared, are not kept once a run has ended: give them again.',
  listExecutionDeliveries:
    'The requests and the responses of all attempts, newest first, to webhooks that have subscribed and to the `webhookUrl` of its job.',
  listArtifacts:
    'The files that the steps of the execution kept, in their order. Download one with its id; events have URLs for them that need no key.',
  getArtifact:
    'The contents of a file, always as an attachment: what a page has sent is never shown on this origin.',
  listUndecidedHeals:
    'What runs have found again and nobody has accepted or refused, with the automation of each. Accept or refuse each with its automation and its id.',
  listHeals:
    'Each step and element once, with what the two have in common and whether there are pictures; an element that the step’s own selectors find under another name is one, too. At most 20 that nobody has decided about are kept, and every decided one.',
  getHealPicture:
    '`before` is the element when its step last succeeded, `now` is what the run found in its place, each with a little of what is around it. An automation whose `screenshots` are `none` has no pictures.',
  acceptHeal:
    'The step gets the new selectors, as a version of the automation, and later runs write the same heal back at once. Where only the name is another one, later runs know the element by it, and the automation stays as it is. So does a step that was changed meanwhile, and one whose selectors have variables.',
  refuseHeal:
    'Where the heal was written back, the old selectors are restored as a version of the automation. No later run takes an element of that description for the one of the step: the step fails until its selectors find another. Undecided heals that propose the same element with another id, link or count are deleted.',
  getStepScreenshot:
    'A JPEG of the page after the step. The steps of an execution name their screenshots; values of secret variables are masked.',
  getExecutionFailure:
    'The URL, the title and the accessibility tree of the page and the last errors of its console, at the moment when the step failed.',
  createPipeline:
    'Automations run in the order of `automationIds`. With `chainSession`, each starts with the session that the one before it saved. `members` says what an automation gets from earlier ones (`inputs`), whether it runs (`when`), and for which rows (`forEach`).',
  listPipelines: 'Newest first, each with the ids of its automations. `Link` leads to the next page.',
  getPipeline: 'A pipeline with the ids of its automations. The `ETag` identifies its version.',
  updatePipeline:
    'Properties that are absent stay as they are. Send the `ETag` as `If-Match`, and the change is refused with a 412 if somebody else was faster.',
  deletePipeline: 'An active run is stopped. The automations of the pipeline stay.',
  getPipelineStatus:
    'A pipeline is running from when a run is accepted until the last of its automations has ended.',
  triggerPipeline:
    'A pipeline has one active run at a time: a further trigger is a 409. `variables` go to every automation that has them. The outcome is in `GET /api/v1/pipeline-runs/{id}` and in the events `pipeline.completed` and `pipeline.failed`.',
  stopPipeline:
    'The automation that is running ends as `failed` with the error `Stopped by user`, and those after it do not start.',
  listPipelineRuns:
    'Runs of pipelines with the outcome of each automation. Newest first; filter by `pipelineId`.',
  getPipelineRun:
    'It is `completed` if all automations completed, `failed` if none did, otherwise `partial_failed`. `extractedData` is by automation.',
  enqueueJob:
    'Unlike a trigger, a job waits for its turn instead of being refused: the jobs of an automation or a pipeline run first in, first out. `webhookUrl` receives `job.enqueued`, and `job.completed` or `job.failed`.',
  getJob: 'The state of a job and, once it has ended, its result or its error.',
  listJobDeliveries:
    'The requests and the responses of all attempts, newest first, to the `webhookUrl` of the job and to webhooks that have subscribed.',
  acceptIntent:
    'An automation runs only if the text clearly means it, with the values that the text has. Pass values that should not be in the text in `variables`. A draft that is written does not run until it is validated. Read `GET /api/v1/intents/{id}` for the outcome.',
  getIntent:
    'How far the request is. If it failed, `reason` says why, and `candidates` which automations it might mean.',
  createSchedule:
    'Give one of `cron`, `every` and `rrule`. Each time happens once, also where clocks change: with `cron` a time that clocks skip is made up for right after. `nextRuns` are the next ten times. The values of `variables` are checked as a trigger does it. What cannot start is in the events `schedule.skipped` and `schedule.failed`.',
  listSchedules: 'Newest first, each with its next ten times. `Link` leads to the next page.',
  getSchedule: 'A schedule with its next ten times, and the outcome of the last one.',
  listScheduleRuns:
    'The times that have come, latest first: what was started and how it ended, or why nothing was. Of several times that were missed together the first stands for all.',
  updateSchedule:
    'Properties that are absent stay as they are. One of `cron`, `every` and `rrule` takes the place of the one before. `isActive` pauses and continues it.',
  deleteSchedule: 'Nothing starts by it any more. A run that is active goes on.',
  resumeExecution:
    'For a run whose step `handOver` waits for a person, with `waiting` in the execution: it goes on with the next step within a second.',
  createLiveView:
    'Open a WebSocket at `url` of this service: it sends pictures of the run’s browser, without secrets masked, while somebody looks, and takes input while the run waits for a person. The guide to the live view has its messages. A view ends after ten minutes; open another one.',
  createRecording:
    'A runner opens a browser within a second, at `url` or after steps of an automation. Open its live view, act in it as anybody does, and each act becomes a step. It ends when its person ends it, after five minutes without input, and after an hour; then save it.',
  listRecordings:
    'Without their steps. One that has ended is kept for a day, and until it is saved or deleted.',
  getRecording:
    'Its steps as those of an automation. What was typed into a password field is a secret variable, whose value is kept nowhere.',
  getRecordedScreenshot: 'The page after the step, a JPEG, with typed secrets masked.',
  createRecordingView:
    'Open a WebSocket at `url` of this service: it shows the browser, takes input, and tells the steps as they are recorded. The guide to the recorder has its messages.',
  saveRecording:
    'The automation is a draft until its validation has passed: a browser of its own performs the steps, from the same session. `stopBefore` names the first step that it does not perform. `values` are those of the variables, such as passwords that were typed. The recording is deleted.',
  deleteRecording: 'The browser of one under way is closed within a second. This cannot be undone.',
  listSessions:
    'A session is the state of a browser that a run saved, such as its cookies. Pass its id to a trigger to start signed in.',
  deleteSession: 'No later run can start with it. This cannot be undone.',
  listSecrets: 'Of each, its name and when it was saved. No response contains the value of a secret.',
  saveSecret:
    'Steps of every automation refer to it as `${secrets.name}`, and to the code of an authenticator whose `otpauth://` URI it is as `${secrets.name.totp}`. Its value is sealed, never shown again, and masked in errors, screenshots and extracted data.',
  deleteSecret: 'Runs that start afterwards and use it fail. This cannot be undone.',
  listFiles:
    'Of each, its name, type, size and hash, and when it was saved. `GET /api/v1/files/{name}` has its content.',
  getFile: 'The bytes as they were saved, always as a file to keep.',
  saveFile:
    'Upload steps of every automation refer to it as `accountFile`. At most 10 MiB, and 200 files; they count as stored bytes of the account, and stay until they are deleted or the account is closed.',
  deleteFile: 'Steps that start afterwards and upload it fail. This cannot be undone.',
  listAuditLogs:
    'Who changed what, from which address, and which requests were refused. Filters and `Link` lead to older entries.',
  updateAccount:
    'The time zone in which requests in plain language that name none are read, from the next one on. Null: UTC.',
  listTopAccounts:
    'To find out who keeps the service busy: the accounts with most waiting and running work in each queue, and with most requests. With cells, of all databases.',
  getLimits:
    'Each limit with what is used, and in `ownLimits` those that hold for this account in place of the service’s.',
  setLimits:
    'A limit that is absent or null is the service’s again. What an account has beyond a lower limit stays.',
}

/** Operation → the body of an example request, where the body has no shape with an example. */
export const requestExamples: Record<string, unknown> = {
  previewWebhookMessage: { format: 'slack', event: 'automation.failed' },
  testWebhookFilter: { filter: { status: 'failed' }, data: { automationId: '0195562f', status: 'failed' } },
  recoverWebhook: { since: '2026-03-02T09:30:00.000Z' },
  triggerAutomation: { variables: { query: 'harbour' }, saveSession: true },
  validateAutomation: { replays: 2, stopBefore: 'Pay', variables: { query: 'harbour' } },
  triggerPipeline: { variables: { query: 'harbour' } },
  importAutomation: {
    title: 'Prices of the day',
    steps: [
      { type: 'navigate', url: 'https://shop.example/' },
      { type: 'click', selectors: [['aria/Search'], ['#search']], offsetX: 12, offsetY: 8 },
    ],
  },
}
