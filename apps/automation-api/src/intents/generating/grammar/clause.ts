/** What one step of a request asks for. Elements are still named as in the request, quotes included. */
export type Clause = { text: string } & Verb

export type Verb =
  | { kind: 'open'; url: string }
  | { kind: 'type'; value: string; field: string }
  | { kind: 'search'; value: string; field?: string }
  | { kind: 'press'; target: string; how: 'click' | 'doubleClick' | 'rightClick'; isConfirmed: boolean }
  | { kind: 'submit'; isConfirmed: boolean }
  | { kind: 'key'; keys: string[]; field?: string; isConfirmed: boolean }
  | { kind: 'choose'; option: string; field?: string }
  | { kind: 'check'; target: string; isOn: boolean }
  | { kind: 'hover'; target: string }
  | { kind: 'waitFor'; target: string; isGone: boolean }
  | { kind: 'waitForUrl'; url: string }
  // Every step waits for its element by itself, so a mere pause needs no step.
  | { kind: 'pause' }
  | { kind: 'scroll'; to: 'top' | 'bottom' }
  | { kind: 'extract'; what: string; output: string; isMultiple: boolean }

type ParseIssue = { clause: string; message: string }

export type Parsed = { clauses: Clause[] } | { issue: ParseIssue }
