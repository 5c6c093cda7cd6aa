/** What one step of a request asks for. Elements are still named as in the request, quotes included. */
export type Clause = { text: string } & Verb

export type Verb =
  | { kind: 'open'; url: string }
  | { kind: 'type'; value: string; field: string }
  | { kind: 'search'; value: string; field?: string }
  | {
      kind: 'press'
      target: string
      how: 'click' | 'doubleClick' | 'rightClick'
      isConfirmed: boolean
      /** The run goes on where the element is not there. */
      isOptional?: boolean
    }
  // Words that are only understood as the whole name of a button: `save changes`.
  | { kind: 'named'; name: string }
  | { kind: 'signIn'; user: string; password: string }
  | { kind: 'submit'; isConfirmed: boolean }
  | { kind: 'key'; keys: string[]; field?: string; isConfirmed: boolean }
  | { kind: 'choose'; option: string; field?: string }
  | { kind: 'check'; target: string; isOn: boolean }
  | { kind: 'hover'; target: string }
  | { kind: 'waitFor'; target: string; isGone: boolean }
  | { kind: 'waitForUrl'; url: string }
  // Every step waits for its element by itself, so a pause of no given length needs no step.
  | { kind: 'pause' }
  | { kind: 'scroll'; to: 'top' | 'bottom' }
  | ({ kind: 'extract'; what: string; output: string; isMultiple: boolean; parts?: ReadPart[] } & Elsewhere)
  | ({ kind: 'list'; of: string; fields: string[]; output: string } & Elsewhere)
  | { kind: 'history'; to: 'back' | 'forward' | 'reload' }
  | { kind: 'download'; target: string; fileName?: string }
  | { kind: 'screenshot'; target?: string; isWhole: boolean; fileName?: string }
  | { kind: 'pdf'; fileName?: string }
  // Belongs to the step before it, which opens the dialog.
  | { kind: 'dialog'; answer: 'accept' | 'dismiss'; text?: string }
  | { kind: 'drag'; target: string; onto: string }
  | ({ kind: 'expect' } & Expectation)
  | { kind: 'wait'; durationMs: number }
  | { kind: 'window'; to: 'newest' | 'main' }
  // A file of the account, by its name.
  | { kind: 'upload'; file: string; field: string }
  | { kind: 'handOver'; message: string }
  | { kind: 'mail'; address: string; from?: string; output: string }
  // The reading is repeated on every page of a list, or on the first few.
  | { kind: 'pages'; read: Reading; most?: number }
  // Pressed a number of times, or as long as it is there.
  | { kind: 'again'; target: string; times?: number }
  // All clauses after it, up to the next page that is opened, are done on the page of each thing.
  | { kind: 'each'; of: string }
  | { kind: 'if'; condition: Expectation; clauses: Clause[] }

type Reading = Extract<Verb, { kind: 'extract' | 'list' }>

/** What is on the page: an element, or none; a text of the page; its URL, in which `*` stands for any text. */
export type Expectation = { present: string } | { absent: string } | { shows: string } | { url: string }

/** A question about a whole site, which another of its pages may answer. */
interface Elsewhere {
  isElsewhere?: true
}

/** One of the things that `the price and the author` names. */
export type ReadPart = { what: string; output: string }

type ParseIssue = { clause: string; message: string }

export type Parsed = { clauses: Clause[] } | { issue: ParseIssue }
